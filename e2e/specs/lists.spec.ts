import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LISTS_LAYOUT, listsPage } from '../pages/lists-page.ts'
import { pretradePage } from '../pages/pretrade-page.ts'
import { AWAY, accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { intercept } from '../support/intercept.ts'
import { nextPerson } from '../support/next-person.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { stage } from '../support/stage.ts'
import { until } from '../support/until.ts'

/** Lost connections, and two windows saving at once: the browser logs each error response. */
const PROVOKED = [AWAY, /connection (for .* )?failed/i, /status of 409 \(Conflict\)/]

const on = stage()
let reader: Visit
let page: Page
let token: string
let lists: ReturnType<typeof listsPage>
let complained = 0
const saved = savedDocuments(() => ({ server: on.server, token }))

async function arrive(as: Visit) {
  ;({ page, token } = await nextPerson(as, on.server))
  await saved.change('layout/~main', LISTS_LAYOUT)
  lists = listsPage(page, on.server.url)
}

// One browser profile for all tests: the code is loaded and compiled once.
beforeAll(async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce', quiet: PROVOKED })
})
afterAll(() => reader.close())
beforeEach(async () => {
  complained = reader.complaints.length
  await arrive(reader)
})
afterEach(async () => {
  await page.close()
  await reader.context.setOffline(false)
  await reader.context.unrouteAll()
  expect(reader.complaints.slice(complained)).toEqual([])
})

describe('a watchlist', () => {
  beforeEach(() => lists.open())
  const start = async () => {
    await lists.watchlist.getByRole('button', { name: 'Start with the 10 largest' }).click()
    await lists.row('BTC').waitFor()
  }

  it('starts with the largest coins, shows live prices, and selects the coin of its channel', async () => {
    await start()
    await until('ten coins', async () => (await lists.watched()).length === 10 || undefined)
    const price = lists.row('BTC').locator('[data-figure="price"]')
    await until('a price', async () => /\d/.test(await price.innerText()) || undefined)
    const first = await price.innerText()
    await until('another price', async () => (await price.innerText()) !== first || undefined)
    await lists.row('ETH').click()
    await lists.checklist.getByText('ETH', { exact: true }).first().waitFor()
    await saved.untilHas('watchlists/main', 'ETH')
  })

  it('adds by search, pastes a list, removes with undo, and persists everything over a reload', async () => {
    await lists.watchlist.getByRole('button', { name: 'Start an empty list' }).click()
    await lists.watchlist.getByRole('button', { name: 'Add a coin' }).click()
    await page.getByRole('combobox').fill('solana')
    // Until the coin names are loaded, search matches symbols only.
    await page.getByRole('option', { name: 'Solana', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await lists.row('SOL').waitFor()
    await lists.watchlist.getByRole('button', { name: 'Paste a list' }).click()
    await page.getByRole('textbox', { name: 'Symbols or names' }).fill('BINANCE:BTCUSDT, ethereum\nNOSUCH')
    await page.getByText('Not known: NOSUCH.').waitFor()
    await page.getByRole('button', { name: 'Add 2' }).click()
    await lists.watches(['SOL', 'BTC', 'ETH'])
    await lists.row('BTC').hover()
    await lists.row('BTC').getByRole('button', { name: 'Remove BTC' }).click()
    await lists.watches(['SOL', 'ETH'])
    await lists.undo().click()
    await lists.watches(['SOL', 'BTC', 'ETH'])
    await saved.untilHas('watchlists/main', '["SOL","BTC","ETH"]')
    await lists.open()
    await lists.row('ETH').waitFor()
    await lists.watches(['SOL', 'BTC', 'ETH'])
  })

  it('reorders by dragging and by Alt with an arrow key, which keeps the focus', async () => {
    await start()
    await until('ten coins', async () => (await lists.watched()).length === 10 || undefined)
    await saved.untilHas('watchlists/main', 'ETH')
    const before = await lists.watched()
    const [grip, target] = await Promise.all([
      lists
        .row(before[0] ?? '')
        .locator('.watch-grip')
        .boundingBox(),
      lists.row(before[2] ?? '').boundingBox(),
    ])
    if (grip === null || target === null) throw new Error('no rows')
    await page.mouse.move(grip.x + 8, grip.y + 12)
    await page.mouse.down()
    await page.mouse.move(grip.x + 8, target.y + target.height / 2, { steps: 4 })
    await page.mouse.up()
    const dragged = [before[1], before[2], before[0], ...before.slice(3)]
    await lists.watches(dragged)
    await lists.row(before[0] ?? '').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await lists.watches(before)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-symbol'))).toBe(before[0])
    await page.keyboard.press('Delete')
    await lists.watches(before.slice(1))
  })

  it('creates, renames and deletes lists, with undo', async () => {
    await start()
    await lists.menu(lists.watchlist, /^Lists/, 'New list…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Memes')
    await page.keyboard.press('Enter')
    await lists.watchlist.getByText('No coins yet').waitFor()
    await lists.menu(lists.watchlist, /^Lists/, 'Rename…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Dogs')
    await page.keyboard.press('Enter')
    await lists.watchlist.getByRole('button', { name: 'Lists: Dogs' }).waitFor()
    await lists.menu(lists.watchlist, /^Lists/, 'Delete “Dogs”')
    await lists.row('BTC').waitFor()
    await lists.undo().click()
    await lists.watchlist.getByText('No coins yet').waitFor()
    await saved.untilHas('watchlists/main', 'Dogs')
  })
})

describe('the screener', () => {
  beforeEach(() => lists.open())

  it('sorts by one or several columns, filters, shows the number of matches, and saves it in its layout', async () => {
    await expect.poll(lists.passing).toBeGreaterThanOrEqual(67)
    const all = await lists.passing()
    const head = (name: string) => lists.screener.getByRole('columnheader', { name }).getByRole('button')
    await head('24h%').click()
    const changes = async () =>
      await lists.screener
        .locator('[data-figure="change24h"]')
        .evaluateAll((cells) => cells.map((cell) => Number.parseFloat((cell.textContent ?? '').replace('−', '-'))))
    await until('the order by change', async () => {
      const known = (await changes()).filter((value) => !Number.isNaN(value))
      return known.every((value, index) => index === 0 || value <= (known[index - 1] ?? 0) + 0.5) || undefined
    })
    await head('Coin').click({ modifiers: ['Shift'] })
    await expect.poll(() => lists.screener.getByRole('columnheader', { name: '24h%' }).getAttribute('aria-sort')).toBe('descending')

    await lists.screener.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: 'Market Cap at least' }).fill('ten')
    await page.getByText('Enter a number, such as 1234.5.').first().waitFor()
    // Half-way between the largest coin and the next one: none crosses it during the test.
    await page.getByRole('textbox', { name: 'Market Cap at least' }).fill('500B')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    const passing = await until('fewer that pass', async () => {
      const count = await lists.passing()
      return count < all ? count : undefined
    })
    expect(passing).toBeGreaterThan(0)
    await lists.screener.getByText(`${passing} of ${all}`).waitFor()
    await saved.untilHas('layout/~main', 'marketCap')

    await lists.open()
    await lists.screener.getByText(`${passing} of ${all}`).waitFor()
    await expect.poll(lists.passing).toBe(passing)
    await lists.screener.getByRole('button', { name: /^Remove Market Cap/ }).click()
    await lists.screener.getByText(`${all} of ${all}`).waitFor()
    await expect.poll(lists.passing).toBe(all)
  })

  it('renders only the visible rows, supports keyboard navigation at any scroll position, and selects with Enter', async () => {
    await expect.poll(lists.passing).toBeGreaterThanOrEqual(67)
    const all = await lists.passing()
    // By name: the order by market cap changes with the market.
    const byName = lists.screener.getByRole('columnheader', { name: 'Coin' })
    await byName.getByRole('button').click()
    await expect.poll(() => byName.getAttribute('aria-sort')).toBe('ascending')
    const [first = ''] = await lists.screened()
    expect((await lists.screened()).length).toBeLessThan(all)
    const row = (symbol: string) => lists.screener.locator(`tr[data-symbol="${symbol}"]`)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-symbol'))
    await row(first).focus()
    const [, second = ''] = await lists.screened()
    const met = [first]
    for (const _ of Array.from({ length: all - 1 })) {
      await page.keyboard.press('ArrowDown')
      const before = met.at(-1)
      met.push(
        await until(`the row below ${before}`, async () => ((await focused()) === before ? undefined : ((await focused()) ?? 'none'))),
      )
    }
    expect(new Set(met).size).toBe(all)
    expect((await row(met.at(-1) ?? '').getAttribute('aria-rowindex')) ?? '').toBe(String(all + 1))
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe(first)
    // Scrolled away from the focused row, which keeps the focus: ArrowDown still goes to the row after it.
    await lists.screener.locator('.slot-scroll').evaluate((area) => area.scrollTo(0, area.scrollHeight))
    await until('the last rows in sight', async () => (await lists.screened()).includes(met.at(-4) ?? '') || undefined)
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe(second)
    await page.keyboard.press('Enter')
    await lists.screener.locator(`tr[data-symbol="${second}"][aria-selected="true"]`).waitFor()
    await lists.checklist.getByText(second, { exact: true }).first().waitFor()
  })

  it('saves filters by name, and exports the table to a file', async () => {
    await lists.screener.getByRole('searchbox').fill('bitcoin')
    await until('only bitcoins', async () => (await lists.passing()) < 5 || undefined)
    await lists.screener.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: '24h% at least' }).fill('-90')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await lists.menu(lists.screener, /^Saved filters/, 'Save this filter…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Alive')
    await page.keyboard.press('Enter')
    await lists.screener.getByRole('button', { name: /^Remove 24h%/ }).click()
    await lists.menu(lists.screener, /^Saved filters/, 'Alive')
    await lists.screener.getByRole('button', { name: /^Remove 24h%/ }).waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      lists.screener.getByRole('button', { name: 'Save as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('screener.csv')
  })
})

describe('a checklist', () => {
  beforeEach(() => lists.open())

  it('is ticked for each coin, shows when everything is done, and is cleared with undo', async () => {
    const boxes = lists.checklist.getByRole('checkbox')
    const count = await boxes.count()
    for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
    await lists.checklist.getByText('All done').waitFor()
    await lists.screener.locator('tr[data-symbol="ETH"]').click()
    await lists.checklist.getByText(`0 of ${count}`).waitFor()
    await lists.screener.locator('tr[data-symbol="BTC"]').click()
    await lists.checklist.getByText('All done').waitFor()
    await lists.checklist.getByRole('button', { name: 'Clear ticks for BTC' }).click()
    await lists.checklist.getByText(`0 of ${count}`).waitFor()
    await lists.undo().click()
    await lists.checklist.getByText('All done').waitFor()
  })

  it('accepts custom items, edited text and a different order', async () => {
    await lists.checklist.getByRole('textbox', { name: 'Add an item' }).fill('Slept well')
    await page.keyboard.press('Enter')
    const item = lists.checklist.getByRole('listitem').filter({ hasText: 'Slept well' })
    await item.getByRole('checkbox').focus()
    await page.keyboard.press('Alt+ArrowUp')
    await item.getByRole('button', { name: 'Edit item' }).click()
    await page.getByRole('textbox', { name: 'Item text' }).fill('Slept eight hours')
    await page.keyboard.press('Enter')
    await saved.untilHas('checklist/main', 'Slept eight hours')
    const savedItems = (await saved.body('checklist/main')).items as { text: string }[]
    expect(savedItems.at(-2)?.text).toBe('Slept eight hours')
  })
})

describe('notes', () => {
  beforeEach(() => lists.open())

  it('are saved while typing, per coin and in general, searchable, and rendered as Markdown', async () => {
    await lists.note().fill('# Plan\n\n- wait for **30k**\n<img src=x onerror=alert(1)>')
    await lists.notes.getByText('Saved').waitFor()
    await saved.untilHas('notes/main', 'wait for')
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

  it("from two windows typing at once are merged, and each window receives the other's text", async () => {
    const other = await reader.context.newPage()
    const second = listsPage(other, on.server.url)
    await second.open()
    await lists.note().fill('first line')
    await until('the other window to hear', async () => (await second.note().inputValue()) === 'first line' || undefined)
    // Neither is sent before both are typed: an update received in between would be overwritten.
    const typed = Promise.withResolvers<void>()
    await reader.context.route('**/api/v1/workspace/notes/**', async (route) => {
      if (route.request().method() === 'PUT') await typed.promise
      await route.continue()
    })
    await Promise.all([lists.note().fill('first line\nfrom one'), second.note().fill('zero\nfirst line')])
    typed.resolve()
    await saved.untilHas('notes/main', 'from one')
    await saved.untilHas('notes/main', 'zero')
    await until('both to show both', async () => {
      const [one, two] = [await lists.note().inputValue(), await second.note().inputValue()]
      return (one === two && one.includes('zero') && one.includes('from one')) || undefined
    })
    await other.close()
  })
})

it('shows what is unsaved while offline, and sends it after reconnecting', async () => {
  await lists.open()
  await reader.context.setOffline(true)
  await lists.note().fill('typed offline')
  await lists.notes.getByText('Not saved.').waitFor()
  expect(await saved.text('notes/main')).not.toContain('typed offline')
  await reader.context.setOffline(false)
  await saved.untilHas('notes/main', 'typed offline')
  await lists.notes.getByText('Saved', { exact: true }).waitFor()
})

it('keeps unsaved changes over a reload, and merges them with what another session saved meanwhile', async () => {
  await lists.open()
  const reconnect = await intercept(reader.context, '**/api/v1/workspace/notes/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await lists.note().fill('typed before the reload')
  await lists.notes.getByText('Not saved.').waitFor()
  await lists.open()
  await until('the text again', async () => (await lists.note().inputValue()) === 'typed before the reload' || undefined)
  await saved.change('notes/main', { general: { text: 'from another machine', changed_at: 1 } })
  reconnect()
  await saved.untilHas('notes/main', 'typed before the reload')
  expect(await saved.text('notes/main')).toContain('from another machine')
})

it('keeps everything reported as saved after a kill -9, and what was typed and moved afterwards', async () => {
  await lists.open()
  const workspace = pretradePage(page, on.server.url)
  await lists.note().fill('before the crash')
  await saved.untilHas('notes/main', 'before the crash')
  await lists.notes.getByText('Saved', { exact: true }).waitFor()
  await on.server.kill()
  await lists.note().fill('before the crash\nand after it')
  await lists.notes.getByText('Not saved.').waitFor()
  await workspace.slotMenu('Screener', 'Close')
  await workspace.toolbar.getByText(/^Not saved/).waitFor()
  await on.server.start()
  await saved.untilHas('notes/main', 'and after it')
  expect(await saved.text('notes/main')).toContain('before the crash')
  await until('the layout without the screener', async () => !(await saved.text('layout/~main')).includes('screener') || undefined, 90_000)
  await page.reload()
  await workspace.shows('watchlist', 'checklist', 'notes')
}, 300_000)

it.each([
  ['wide', {}],
  ['on a phone', { viewport: PHONE, hasTouch: true, isMobile: true }],
])('is accessible and fits in both themes, %s', { timeout: 120_000 }, async (_size, size) => {
  const look = await visit(on.browser, { colorScheme: 'dark', reducedMotion: 'reduce', ...size })
  await page.close()
  await arrive(look)
  await page.goto(`${on.server.url}/claw/pretrade`)
  await page.getByRole('button', { name: 'Start with the 10 largest' }).click()
  await page.locator('tr[data-symbol="BTC"]').first().waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await accessibilityBreaches(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
  expect(look.complaints).toEqual([])
  await look.close()
})
