import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LISTS_LAYOUT, listsPage } from '../pages/lists-page.ts'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { accessibilityBreaches, openChromium, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { until } from '../support/until.ts'

let server: AerieServer
let browser: Browser
let person: Person
let token: string
let reader: Visit
let lists: ReturnType<typeof listsPage>

const at = (path: string) => `${server.url}/api/v1/workspace/${path}`
const bearer = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
/** What the server has. */
const savedBody = async (path: string): Promise<Record<string, unknown>> => {
  const { data } = (await (await fetch(at(path), { headers: bearer() })).json()) as { data: { body: Record<string, unknown> | null } }
  return data.body ?? {}
}
const savedText = async (path: string) => JSON.stringify(await savedBody(path))
/** Another session of the user saves. */
const seed = async (path: string, change: object) => {
  const { data } = (await (await fetch(at(path), { headers: bearer() })).json()) as { data: { version: number; body: object | null } }
  const body = { ...data.body, ...change }
  const answer = await fetch(at(path), { method: 'PUT', headers: bearer(), body: JSON.stringify({ version: data.version, body }) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
const untilSaved = (path: string, text: string) =>
  until(`${text} in ${path}`, async () => (await savedText(path)).includes(text) || undefined)

/** Lost connections, and two windows that save at once: the browser itself logs each answer that is an error. */
const PROVOKED = [
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_FAILED|connection (for .* )?failed|WebSocket connection to/i,
  /status of 409 \(Conflict\)/,
]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startAerie(), openChromium()])
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})
beforeEach(async () => {
  person = newPerson()
  token = (await signUp(server, person)).token
  await seed('layout/~main', LISTS_LAYOUT)
  reader = await visit(browser, { reducedMotion: 'reduce', quiet: PROVOKED })
  await logInPage(reader.page, server, person)
  lists = listsPage(reader.page, server.url)
})
afterEach(async () => {
  const complaints = [...reader.complaints]
  await reader.close()
  expect(complaints).toEqual([])
})

describe('a watchlist', () => {
  beforeEach(() => lists.open())
  const start = async () => {
    await lists.watchlist.getByRole('button', { name: 'Start with the 10 largest' }).click()
    await lists.row('BTC').waitFor()
  }

  it('begins with the largest coins, shows live prices, and chooses the coin of its channel', async () => {
    await start()
    expect(await lists.watched()).toHaveLength(10)
    const price = lists.row('BTC').locator('[data-figure="price"]')
    await until('a price', async () => /\d/.test(await price.innerText()) || undefined)
    const first = await price.innerText()
    await until('another price', async () => (await price.innerText()) !== first || undefined)
    await lists.row('ETH').click()
    await lists.checklist.getByText('ETH', { exact: true }).first().waitFor()
    await untilSaved('watchlists/main', 'ETH')
  })

  it('adds by search, pastes a list, takes off with undo, and keeps it all over a reload', async () => {
    await lists.watchlist.getByRole('button', { name: 'Start an empty list' }).click()
    await lists.watchlist.getByRole('button', { name: 'Add a coin' }).click()
    await reader.page.getByRole('combobox').fill('solana')
    await reader.page.keyboard.press('Enter')
    await lists.row('SOL').waitFor()
    await lists.watchlist.getByRole('button', { name: 'Paste a list' }).click()
    await reader.page.getByRole('textbox', { name: 'Symbols or names' }).fill('BINANCE:BTCUSDT, ethereum\nNOSUCH')
    await reader.page.getByText('Not known: NOSUCH.').waitFor()
    await reader.page.getByRole('button', { name: 'Add 2' }).click()
    expect(await lists.watched()).toEqual(['SOL', 'BTC', 'ETH'])
    await lists.row('BTC').hover()
    await lists.row('BTC').getByRole('button', { name: 'Take BTC off' }).click()
    expect(await lists.watched()).toEqual(['SOL', 'ETH'])
    await lists.undo().click()
    expect(await lists.watched()).toEqual(['SOL', 'BTC', 'ETH'])
    await untilSaved('watchlists/main', '["SOL","BTC","ETH"]')
    await lists.open()
    await lists.row('ETH').waitFor()
    expect(await lists.watched()).toEqual(['SOL', 'BTC', 'ETH'])
  })

  it('orders by dragging and by Alt with an arrow, which keeps the focus', async () => {
    await start()
    const before = await lists.watched()
    const [grip, target] = await Promise.all([
      lists
        .row(before[0] ?? '')
        .locator('.watch-grip')
        .boundingBox(),
      lists.row(before[2] ?? '').boundingBox(),
    ])
    if (grip === null || target === null) throw new Error('no rows')
    await reader.page.mouse.move(grip.x + 8, grip.y + 12)
    await reader.page.mouse.down()
    await reader.page.mouse.move(grip.x + 8, target.y + target.height / 2, { steps: 4 })
    await reader.page.mouse.up()
    const dragged = [before[1], before[2], before[0], ...before.slice(3)]
    expect(await lists.watched()).toEqual(dragged)
    await lists.row(before[0] ?? '').focus()
    await reader.page.keyboard.press('Alt+ArrowUp')
    await reader.page.keyboard.press('Alt+ArrowUp')
    expect(await lists.watched()).toEqual(before)
    expect(await reader.page.evaluate(() => document.activeElement?.getAttribute('data-symbol'))).toBe(before[0])
    await reader.page.keyboard.press('Delete')
    expect(await lists.watched()).toEqual(before.slice(1))
  })

  it('makes, renames and deletes lists, with undo', async () => {
    await start()
    await lists.menu(lists.watchlist, /^Lists/, 'New list…')
    await reader.page.getByRole('textbox', { name: 'Name' }).fill('Memes')
    await reader.page.keyboard.press('Enter')
    await lists.watchlist.getByText('No coins yet').waitFor()
    await lists.menu(lists.watchlist, /^Lists/, 'Rename…')
    await reader.page.getByRole('textbox', { name: 'Name' }).fill('Dogs')
    await reader.page.keyboard.press('Enter')
    await lists.watchlist.getByRole('button', { name: 'Lists: Dogs' }).waitFor()
    await lists.menu(lists.watchlist, /^Lists/, 'Delete “Dogs”')
    await lists.row('BTC').waitFor()
    await lists.undo().click()
    await lists.watchlist.getByText('No coins yet').waitFor()
    await untilSaved('watchlists/main', 'Dogs')
  })
})

describe('the screener', () => {
  beforeEach(() => lists.open())

  it('orders by any column and by several, filters, says how many pass, and keeps it in its layout', async () => {
    const all = (await lists.screened()).length
    expect(all).toBeGreaterThanOrEqual(67)
    const head = (name: string) => lists.screener.getByRole('columnheader', { name }).getByRole('button')
    await head('24h%').click()
    const changes = async () =>
      await lists.screener
        .locator('[data-figure="change24h"]')
        .evaluateAll((cells) => cells.map((cell) => Number.parseFloat(cell.textContent ?? '')))
    await until('the order by change', async () => {
      const known = (await changes()).filter((value) => !Number.isNaN(value))
      return known.every((value, index) => index === 0 || value <= (known[index - 1] ?? 0) + 0.5) || undefined
    })
    await head('Coin').click({ modifiers: ['Shift'] })
    expect(await lists.screener.getByRole('columnheader', { name: '24h%' }).getAttribute('aria-sort')).toBe('descending')

    await lists.screener.getByRole('button', { name: 'Filter', exact: true }).click()
    await reader.page.getByRole('textbox', { name: 'Market Cap at least' }).fill('ten')
    await reader.page.getByText('Not a number.').first().waitFor()
    await reader.page.getByRole('textbox', { name: 'Market Cap at least' }).fill('10B')
    await reader.page.getByRole('button', { name: 'Done', exact: true }).click()
    const passing = (await lists.screened()).length
    expect(passing).toBeGreaterThan(0)
    expect(passing).toBeLessThan(all)
    await lists.screener.getByText(`${passing} of ${all}`).waitFor()
    await untilSaved('layout/~main', 'marketCap')

    await lists.open()
    expect(await lists.screened()).toHaveLength(passing)
    await lists.screener.getByRole('button', { name: /^Remove Market Cap/ }).click()
    expect(await lists.screened()).toHaveLength(all)
  })

  it('is moved through by keys and chooses with Enter', async () => {
    const [first, second] = await lists.screened()
    await lists.screener.locator(`tr[data-symbol="${first}"]`).focus()
    await reader.page.keyboard.press('ArrowDown')
    await reader.page.keyboard.press('Enter')
    await lists.screener.locator(`tr[data-symbol="${second}"][aria-selected="true"]`).waitFor()
    await lists.checklist
      .getByText(second ?? '', { exact: true })
      .first()
      .waitFor()
  })

  it('saves filters by name, and the table as a file', async () => {
    await lists.screener.getByRole('searchbox').fill('bitcoin')
    await until('only bitcoins', async () => (await lists.screened()).length < 5 || undefined)
    await lists.screener.getByRole('button', { name: 'Filter', exact: true }).click()
    await reader.page.getByRole('textbox', { name: '24h% at least' }).fill('-90')
    await reader.page.getByRole('button', { name: 'Done', exact: true }).click()
    await lists.menu(lists.screener, /^Saved filters/, 'Save this filter…')
    await reader.page.getByRole('textbox', { name: 'Name' }).fill('Alive')
    await reader.page.keyboard.press('Enter')
    await lists.screener.getByRole('button', { name: /^Remove 24h%/ }).click()
    await lists.menu(lists.screener, /^Saved filters/, 'Alive')
    await lists.screener.getByRole('button', { name: /^Remove 24h%/ }).waitFor()
    const [download] = await Promise.all([
      reader.page.waitForEvent('download'),
      lists.screener.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('screener.csv')
  })
})

describe('a checklist', () => {
  beforeEach(() => lists.open())

  it('is ticked for each coin, says when all is done, and is cleared with undo', async () => {
    const boxes = lists.checklist.getByRole('checkbox')
    const count = await boxes.count()
    for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
    await lists.checklist.getByText('All done').waitFor()
    await lists.screener.locator('tr[data-symbol="ETH"]').click()
    await lists.checklist.getByText(`0 of ${count}`).waitFor()
    await lists.screener.locator('tr[data-symbol="BTC"]').click()
    await lists.checklist.getByText('All done').waitFor()
    await lists.checklist.getByRole('button', { name: 'Clear the ticks of BTC' }).click()
    await lists.checklist.getByText(`0 of ${count}`).waitFor()
    await lists.undo().click()
    await lists.checklist.getByText('All done').waitFor()
  })

  it('takes own items, new words and another order', async () => {
    await lists.checklist.getByRole('textbox', { name: 'Add an item' }).fill('Slept well')
    await reader.page.keyboard.press('Enter')
    const item = lists.checklist.getByRole('listitem').filter({ hasText: 'Slept well' })
    await item.getByRole('checkbox').focus()
    await reader.page.keyboard.press('Alt+ArrowUp')
    await item.getByRole('button', { name: 'Change the words' }).click()
    await reader.page.getByRole('textbox', { name: 'Words of the item' }).fill('Slept eight hours')
    await reader.page.keyboard.press('Enter')
    await untilSaved('checklist/main', 'Slept eight hours')
    const words = (await savedBody('checklist/main')).items as { text: string }[] // as the schema has it
    expect(words.at(-2)?.text).toBe('Slept eight hours')
  })
})

describe('notes', () => {
  beforeEach(() => lists.open())

  it('are saved as they are typed, for each coin and on everything, found again and drawn as Markdown', async () => {
    await lists.note().fill('# Plan\n\n- wait for **30k**\n<img src=x onerror=alert(1)>')
    await lists.notes.getByText('Saved').waitFor()
    await untilSaved('notes/main', 'wait for')
    await lists.notes.getByRole('button', { name: 'Preview' }).click()
    await lists.notes.getByRole('heading', { name: 'Plan' }).waitFor()
    expect(await lists.notes.locator('img').count()).toBe(0)
    await lists.notes.getByRole('button', { name: 'Write' }).click()
    await lists.notes.getByRole('button', { name: 'General' }).click()
    await lists.note().fill('Never average down')
    await lists.notes.getByRole('button', { name: 'Search all notes' }).click()
    await lists.notes.getByRole('searchbox').fill('30K')
    await lists.notes.getByRole('button', { name: /^BTC/ }).last().click()
    await until('the note of BTC', async () => (await lists.note().inputValue()).startsWith('# Plan') || undefined)
  })

  it('of two windows that type at once are joined, and each hears of the other', async () => {
    const other = await reader.context.newPage()
    const second = listsPage(other, server.url)
    await second.open()
    await lists.note().fill('first line')
    await until('the other window to hear', async () => (await second.note().inputValue()) === 'first line' || undefined)
    await Promise.all([lists.note().fill('first line\nfrom one'), second.note().fill('zero\nfirst line')])
    await untilSaved('notes/main', 'from one')
    await untilSaved('notes/main', 'zero')
    await until('both to show both', async () => {
      const [one, two] = [await lists.note().inputValue(), await second.note().inputValue()]
      return (one === two && one.includes('zero') && one.includes('from one')) || undefined
    })
    await other.close()
  })
})

it('says what is not saved while offline, and sends it when the connection is back', async () => {
  await lists.open()
  await reader.context.setOffline(true)
  await lists.note().fill('typed offline')
  await lists.notes.getByText('Not saved.').waitFor()
  expect(await savedText('notes/main')).not.toContain('typed offline')
  await reader.context.setOffline(false)
  await untilSaved('notes/main', 'typed offline')
  await lists.notes.getByText('Saved', { exact: true }).waitFor()
})

it('keeps what could not be saved over a reload, and joins it with what another session saved meanwhile', async () => {
  await lists.open()
  await reader.context.route('**/api/v1/workspace/notes/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await lists.note().fill('typed before the reload')
  await lists.notes.getByText('Not saved.').waitFor()
  await lists.open()
  await until('the text again', async () => (await lists.note().inputValue()) === 'typed before the reload' || undefined)
  await seed('notes/main', { general: { text: 'from another machine', changed_at: 1 } })
  await reader.context.unroute('**/api/v1/workspace/notes/**')
  await untilSaved('notes/main', 'typed before the reload')
  expect(await savedText('notes/main')).toContain('from another machine')
})

it('has after a kill -9 whatever it said was saved, and what was typed after it', async () => {
  await lists.open()
  await lists.note().fill('before the crash')
  await lists.notes.getByText('Saved', { exact: true }).waitFor()
  await untilSaved('notes/main', 'before the crash')
  await server.kill()
  await lists.note().fill('before the crash\nand after it')
  await lists.notes.getByText('Not saved.').waitFor()
  await server.start()
  await untilSaved('notes/main', 'and after it')
  expect(await savedText('notes/main')).toContain('before the crash')
})

describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
  it.each([
    ['wide', {}],
    ['on a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
  ])('is accessible and fits, %s', { timeout: 120_000 }, async (_size, size) => {
    const look = await visit(browser, { colorScheme, reducedMotion: 'reduce', ...size })
    await logInPage(look.page, server, person)
    await look.page.goto(`${server.url}/claw/pretrade`)
    await look.page.getByRole('button', { name: 'Start with the 10 largest' }).click()
    await look.page.locator('tr[data-symbol="BTC"]').first().waitFor()
    expect(await accessibilityBreaches(look.page)).toEqual([])
    expect(await sidewaysScroll(look.page)).toBe(0)
    expect(look.complaints).toEqual([])
    await look.close()
  })
})
