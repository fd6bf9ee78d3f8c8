import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pretradePage } from '../pages/pretrade-page.ts'
import { type AerieServer, startAerie } from '../support/aerie-server.ts'
import { accessibilityBreaches, openChromium, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { logInPage, newPerson, signUp } from '../support/people.ts'
import { until } from '../support/until.ts'

let server: AerieServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startAerie(), openChromium()])
})
afterAll(async () => {
  await browser.close()
  await server.remove()
})

/** Somebody new at the empty-handed start of the workspace. */
async function arrive(options: Parameters<typeof visit>[1] = {}) {
  const person = newPerson()
  await signUp(server, person)
  const reader = await visit(browser, { reducedMotion: 'reduce', ...options })
  await logInPage(reader.page, server, person)
  const workspace = pretradePage(reader.page, server.url)
  await workspace.open()
  return { person, reader, workspace }
}
let reader: Visit
let workspace: ReturnType<typeof pretradePage>

describe('on a wide screen', () => {
  beforeEach(async () => {
    ;({ reader, workspace } = await arrive())
  })
  afterEach(async () => {
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  it('begins with four slots, and has presets of 1, 2 and 4, each of which can be taken back', async () => {
    expect(await workspace.seen()).toEqual(['watchlist', 'chart', 'forecast', 'depth'])
    await workspace.preset(/^1 slot/)
    await workspace.slot('forecast').waitFor({ state: 'detached' })
    expect(await workspace.seen()).toEqual(['chart'])
    await workspace.preset(/^2 slots/)
    await workspace.slot('depth').waitFor()
    expect(await workspace.seen()).toEqual(['chart', 'depth'])
    await workspace.preset(/^4 charts/)
    await until('four charts', async () => ((await workspace.seen()).join() === 'chart,chart,chart,chart' ? true : undefined))
    await workspace.toolbar.getByRole('button', { name: 'Undo', exact: true }).click()
    await workspace.slot('depth').waitFor()
    expect(await workspace.seen()).toEqual(['chart', 'depth'])
    await workspace.toolbar.getByRole('button', { name: 'Redo', exact: true }).click()
    await until('four charts again', async () => ((await workspace.seen()).length === 4 ? true : undefined))
  })

  it('moves a slot by dragging its tab: beside another one, and over it', async () => {
    await workspace.preset(/^2 slots/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    const { page } = reader
    const chart = (await workspace.slot('chart').boundingBox())!
    const drag = async (name: string, to: { x: number; y: number }) => {
      const from = (await workspace.tab(name).boundingBox())!
      await page.mouse.move(from.x + 20, from.y + 12)
      await page.mouse.down()
      await page.mouse.move(to.x - 30, to.y, { steps: 6 })
      await page.mouse.move(to.x, to.y, { steps: 6 })
      await page.mouse.up()
    }
    await drag('Depth', { x: chart.x + 24, y: chart.y + chart.height / 2 })
    await until('the depth left of the chart', async () => ((await workspace.seen()).join() === 'depth,chart' ? true : undefined))
    const other = (await workspace.slot('chart').boundingBox())!
    await drag('Depth', { x: other.x + other.width / 2, y: other.y + other.height / 2 })
    await until('one over the other', async () => ((await workspace.seen()).join() === 'depth' ? true : undefined))
    await workspace.tab('Chart').click()
    await until('the chart on top', async () => ((await workspace.seen()).join() === 'chart' ? true : undefined))
    await workspace.saved()
    await page.reload()
    await workspace.slot('chart').waitFor()
    expect(await workspace.seen()).toEqual(['chart'])
  })

  it('resizes by dragging the edge, maximises by a double click, and keeps both shares and place', async () => {
    await workspace.preset(/^2 slots/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    const { page } = reader
    const depth = (await workspace.slot('depth').boundingBox())!
    await page.mouse.move(depth.x - 1, depth.y + 200)
    await page.mouse.down()
    await page.mouse.move(depth.x - 201, depth.y + 200, { steps: 8 })
    await page.mouse.up()
    await until('a wider book', async () => ((await workspace.widthOf('depth')) > depth.width + 150 ? true : undefined))
    await workspace.saved()
    await page.reload()
    await workspace.slot('depth').waitFor()
    expect(Math.abs((await workspace.widthOf('depth')) - depth.width - 200)).toBeLessThan(20)
    await workspace.tab('Chart').dblclick()
    await until('the chart alone', async () => ((await workspace.seen()).join() === 'chart' ? true : undefined))
    await workspace.controls('Chart').getByRole('button', { name: 'Restore' }).click()
    await until('both again', async () => ((await workspace.seen()).join() === 'chart,depth' ? true : undefined))
  })

  it('moves, resizes, maximises, tabs, closes and takes back with the keyboard alone', async () => {
    await workspace.preset(/^2 slots/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    const { page } = reader
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const shows = (...kinds: string[]) =>
      until(kinds.join(), async () => ((await workspace.seen()).join() === kinds.join() ? true : undefined))
    await press('w', 'ArrowRight')
    await until('the focus on the depth', () =>
      page.evaluate(() => document.activeElement?.closest('[data-kind=depth]') !== null || undefined),
    )
    await press('w', 'Shift+ArrowLeft')
    await shows('depth', 'chart')
    const before = await workspace.widthOf('depth')
    await press('w', 'w')
    await until('a wider slot', async () => ((await workspace.widthOf('depth')) > before + 30 ? true : undefined))
    await press('w', 'm')
    await shows('depth')
    await press('w', 'm')
    await shows('depth', 'chart')
    await press('w', 'x')
    await shows('chart')
    await press('w', 'u')
    await shows('depth', 'chart')
    await press('w', 'l')
    await press('w', 'Shift+ArrowRight')
    await workspace.toolbar.getByRole('button', { name: /^Unlock/ }).waitFor()
    await shows('depth', 'chart')
  })

  it('opens a slot in a window of its own, and takes it back when that closes', async () => {
    await workspace.preset(/^2 slots/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    const [popup] = await Promise.all([reader.page.waitForEvent('popup'), workspace.slotMenu('Depth', 'Open in a window')])
    await popup.locator('[data-kind="depth"]').waitFor()
    await until('the workspace without it', async () => ((await workspace.seen()).join() === 'chart' ? true : undefined))
    await popup.getByText('Group prices').waitFor()
    await popup.getByRole('button', { name: /^Follows channel 1/ }).click()
    await popup.getByRole('menuitemradio', { name: /Channel 3/ }).click()
    await popup.getByRole('button', { name: /^Follows channel 3/ }).waitFor()
    await popup.close()
    await until('both again', async () => ((await workspace.seen()).join() === 'chart,depth' ? true : undefined))
    await workspace
      .controls('Depth')
      .getByRole('button', { name: /^Follows channel 3/ })
      .waitFor()
  })

  it('says how to allow a window that the browser blocks, and leaves the slot where it is', async () => {
    await reader.page.evaluate(() => {
      window.open = () => null
    })
    await workspace.slotMenu('Depth', 'Open in a window')
    await workspace.toast(/blocked the window of “Depth”.*Allow it/).waitFor()
    expect(await workspace.seen()).toContain('depth')
  })

  it('puts slots on channels: one choice of a coin changes all of them, a coin of its own changes nothing else', async () => {
    await workspace.preset(/^2 slots/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    const { page } = reader
    const choose = async (kind: string, name: string) => {
      await workspace
        .controls(kind)
        .getByRole('button', { name: /^Coin:/ })
        .click()
      await page.getByPlaceholder(/Search a currency/).fill(name)
      await page.keyboard.press('Enter')
    }
    await choose('Chart', 'Solana')
    await workspace.controls('Depth').getByRole('button', { name: 'Coin: SOL. Choose a currency' }).waitFor()
    await workspace
      .controls('Depth')
      .getByRole('button', { name: /^Follows/ })
      .click()
    await page.getByRole('menuitemradio', { name: 'A coin of its own' }).locator('visible=true').click()
    await choose('Depth', 'Cardano')
    await workspace.controls('Depth').getByRole('button', { name: 'Coin: ADA. Choose a currency' }).waitFor()
    await workspace.controls('Chart').getByRole('button', { name: 'Coin: SOL. Choose a currency' }).waitFor()
    await page.getByRole('application', { name: /Candles of SOL/ }).waitFor()
  })

  it('keeps layouts by name: saves, opens, renames, deletes and takes the deletion back', async () => {
    const { page } = reader
    await workspace.preset(/^1 slot/)
    await workspace.layoutMenu('Save as…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Morning')
    await page.keyboard.press('Enter')
    await workspace.toast('Layout “Morning” saved.').waitFor()
    await workspace.preset(/^2 slots/)
    await workspace.slot('depth').waitFor()
    await workspace.layoutMenu('Morning')
    await workspace.slot('depth').waitFor({ state: 'detached' })
    expect(await workspace.seen()).toEqual(['chart'])
    await workspace.layoutMenu('Rename…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Evening')
    await page.keyboard.press('Enter')
    await workspace.toast('is now called “Evening”').waitFor()
    await workspace.toolbar.getByRole('button', { name: 'Evening' }).waitFor()
    await workspace.layoutMenu('Delete “Evening”')
    await workspace.toast('Layout “Evening” deleted.').getByRole('button', { name: 'Undo' }).click()
    await workspace.toast('Layout “Evening” is back.').waitFor()
    await workspace.toolbar.getByRole('button', { name: 'Evening' }).click()
    await page.getByRole('menuitemradio', { name: 'Evening' }).waitFor()
  })

  it('exports a layout to a file, and reads the same one back', async () => {
    const { page } = reader
    await workspace.preset(/^2 slots/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    const [download] = await Promise.all([page.waitForEvent('download'), workspace.layoutMenu('Export')])
    expect(download.suggestedFilename()).toBe('aerie-layout.json')
    const path = await download.path()
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 1, slots: [{ kind: 'chart' }, { kind: 'depth' }] })
    await workspace.preset(/^1 slot/)
    await workspace.slot('depth').waitFor({ state: 'detached' })
    await page.getByLabel('Layout file').setInputFiles({ name: 'two.json', mimeType: 'application/json', buffer: await readFile(path) })
    await workspace.toast('Layout imported from two.json.').waitFor()
    expect(await workspace.seen()).toEqual(['chart', 'depth'])
  })

  it('refuses files that are no layouts in words, and shows slots it does not know as such', async () => {
    const { page } = reader
    const give = (name: string, text: string) =>
      page.getByLabel('Layout file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    const before = await workspace.seen()
    const folder = mkdtempSync(join(tmpdir(), 'aerie-layout-'))
    writeFileSync(join(folder, 'large.json'), Buffer.alloc(10 * 1024 * 1024, 32))
    await page.getByLabel('Layout file').setInputFiles(join(folder, 'large.json'))
    await workspace.toast('The file has 10.0 MB; a layout has at most 256 kB. Nothing was read.').waitFor()
    rmSync(folder, { recursive: true })
    await give('words.json', 'no layout')
    await workspace.toast('The file is not JSON').waitFor()
    await give('other.json', '{"version":7}')
    await workspace.toast('this version reads layouts of version 1').waitFor()
    expect(await workspace.seen()).toEqual(before)
    const later = {
      version: 1,
      name: 'Later',
      slots: [{ id: 'a', kind: 'options-chain', channel: 1, options: { strike: 1 } }],
      place: { type: 'tabs', weight: 1, slots: ['a'], active: 'a' },
    }
    await give('later.json', JSON.stringify(later))
    await page.getByText('no slot of the kind “options-chain”').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), workspace.layoutMenu('Export')])
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ slots: later.slots })
  })

  it('says what would stand in an empty workspace, and how to get it', async () => {
    const { page } = reader
    await workspace.preset(/^1 slot/)
    await workspace.slot('watchlist').waitFor({ state: 'detached' })
    await workspace.slotMenu('Chart', 'Close')
    await page.getByRole('heading', { name: 'An empty workspace' }).waitFor()
    await workspace.addSlot('Trades')
    await workspace.slot('trades').waitFor()
    expect(await workspace.seen()).toEqual(['trades'])
  })

  it('has no breach that axe can see, dark and light', async () => {
    await workspace.slot('depth').getByText('Group prices').waitFor()
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    await reader.page.emulateMedia({ colorScheme: 'light' })
    expect(await accessibilityBreaches(reader.page)).toEqual([])
  })
})

it('has what was confirmed after the server was killed, and sends what was not', async () => {
  const at = await arrive({ quiet: [/Failed to load resource|WebSocket|connection/i] })
  await at.workspace.preset(/^2 slots/)
  await at.workspace.slot('watchlist').waitFor({ state: 'detached' })
  await at.workspace.saved()
  await server.kill()
  await at.workspace.slotMenu('Depth', 'Close')
  await at.workspace.toolbar.getByText(/^Not saved/).waitFor()
  await server.start()
  await at.workspace.toolbar.getByText('Saved', { exact: true }).waitFor({ timeout: 60_000 })
  await at.reader.page.reload()
  await at.workspace.slot('chart').waitFor()
  expect(await at.workspace.seen()).toEqual(['chart'])
  await at.reader.close()
})

it('shows one slot at a time on a phone, of the same layout', async () => {
  const at = await arrive({ viewport: PHONE, isMobile: true, hasTouch: true })
  const { page } = at.reader
  const tabs = page.getByRole('tablist', { name: 'Slots' })
  await tabs.getByRole('tab', { name: 'Depth' }).tap()
  await at.workspace.slot('depth').getByText('Group prices').waitFor()
  expect(await page.locator('[data-slot]').count()).toBe(1)
  await tabs.getByRole('tab', { name: 'Chart' }).tap()
  await page.getByRole('application', { name: /Candles of BTC/ }).waitFor()
  await page.getByRole('button', { name: 'Layout', exact: true }).tap()
  const preset = page.getByRole('menuitem', { name: /^2 slots/ })
  expect((await preset.boundingBox())!.y).toBeLessThan(PHONE.height)
  await preset.tap()
  await tabs.getByRole('tab', { name: 'Watchlist' }).waitFor({ state: 'detached' })
  await page.getByRole('application', { name: /Candles of BTC/ }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await accessibilityBreaches(page)).toEqual([])
  expect(at.reader.complaints).toEqual([])
  await at.reader.close()
})
