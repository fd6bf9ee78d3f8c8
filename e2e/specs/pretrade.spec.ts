import { readFile } from 'node:fs/promises'
import type { Layout } from '@aerie/wire/workspace/layout'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pretradePage } from '../pages/pretrade-page.ts'
import { accessibilityBreaches, PHONE, sidewaysScroll, type Visit, visit } from '../support/browser.ts'
import { chord } from '../support/chord.ts'
import { nextPerson } from '../support/next-person.ts'
import { savedDocuments } from '../support/saved-documents.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()
let reader: Visit
let page: Page
let token: string
let workspace: ReturnType<typeof pretradePage>
const saved = savedDocuments(() => ({ server: on.server, token }))
const LAYOUT = 'layout/~main'

const PAIR: Layout = {
  version: 1,
  name: '',
  slots: ['chart', 'depth'].map((kind) => ({ id: kind, kind, channel: 1, options: {} })),
  place: {
    type: 'row',
    weight: 1000,
    parts: [
      { type: 'tabs', weight: 720, slots: ['chart'], active: 'chart' },
      { type: 'tabs', weight: 280, slots: ['depth'], active: 'depth' },
    ],
  },
  windows: [],
  maximised: null,
  locked: false,
}

/** A new user at the workspace with this saved layout, or with the default one. */
async function arrive(layout?: Layout) {
  ;({ page, token } = await nextPerson(reader, on.server))
  workspace = pretradePage(page, on.server.url)
  if (layout !== undefined) await saved.change(LAYOUT, layout)
  await workspace.open()
}
const shows = (...kinds: string[]) => workspace.shows(...kinds)
const shares = async () => JSON.stringify((await saved.body(LAYOUT)).place)
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
const contains = ({ x, y, width, height }: Box, point: { readonly x: number; readonly y: number }): boolean =>
  point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height

/** Waits until the server has the layout just made, not only an earlier one. */
const untilKept = (isIt: (layout: Partial<Layout>) => boolean) =>
  until('the layout on the server', async () => isIt(await saved.body(LAYOUT)) || undefined)

describe('the workspace on a wide screen', () => {
  let complained = 0
  // One browser profile for all tests: the code is loaded and compiled once.
  beforeAll(async () => {
    reader = await visit(on.browser, { reducedMotion: 'reduce' })
  })
  afterAll(() => reader.close())
  beforeEach(() => {
    complained = reader.complaints.length
  })
  afterEach(async () => {
    await page.close()
    expect(reader.complaints.slice(complained)).toEqual([])
  })

  it('starts with four slots, and has presets of 1, 2 and 4, each of which can be undone', async () => {
    await arrive()
    await shows('watchlist', 'chart', 'forecast', 'depth')
    await workspace.preset(/^1 slot/)
    await shows('chart')
    await workspace.preset(/^2 slots/)
    await shows('chart', 'depth')
    await workspace.preset(/^4 charts/)
    await shows('chart', 'chart', 'chart', 'chart')
    await workspace.toolbar.getByRole('button', { name: 'Undo', exact: true }).click()
    await shows('chart', 'depth')
    await workspace.toolbar.getByRole('button', { name: 'Redo', exact: true }).click()
    await shows('chart', 'chart', 'chart', 'chart')
  })

  it('moves a slot by dragging its tab: beside another one, and onto it', async () => {
    await arrive(PAIR)
    const drag = async (name: string, to: { x: number; y: number }) => {
      const from = await boxOf(workspace.tab(name))
      await page.mouse.move(from.x + 20, from.y + 12)
      await page.mouse.down()
      await page.mouse.move(to.x - 30, to.y, { steps: 6 })
      await page.mouse.move(to.x, to.y, { steps: 6 })
      // A browser repeats `dragover` for a resting pointer, a driven one does not; the first mark may still be that of the slot it came from.
      await until('the mark of the drop under the pointer', async () => {
        await page.mouse.move(to.x - 2, to.y)
        await page.mouse.move(to.x, to.y)
        const marks = await Promise.all((await workspace.dropMark.all()).map((mark) => mark.boundingBox()))
        return marks.some((mark) => mark !== null && contains(mark, to)) || undefined
      })
      await page.mouse.up()
    }
    await shows('chart', 'depth')
    const chart = await boxOf(workspace.slot('chart'))
    await drag('Depth', { x: chart.x + 24, y: chart.y + chart.height / 2 })
    await shows('depth', 'chart')
    const other = await boxOf(workspace.slot('chart'))
    await drag('Depth', { x: other.x + other.width / 2, y: other.y + other.height / 2 })
    await shows('depth')
    await workspace.tab('Chart').click()
    await shows('chart')
    await untilKept(({ place }) => place?.type === 'tabs' && place.slots.length === 2 && place.active === 'chart')
    await page.reload()
    await shows('chart')
  })

  it('resizes by dragging the edge, maximises by a double click, and keeps both size and position', async () => {
    await arrive(PAIR)
    await shows('chart', 'depth')
    const depth = await boxOf(workspace.slot('depth'))
    const before = await shares()
    await page.mouse.move(depth.x - 1, depth.y + 200)
    await page.mouse.down()
    await page.mouse.move(depth.x - 201, depth.y + 200, { steps: 8 })
    await page.mouse.up()
    const isWider = async () => Math.abs((await workspace.widthOf('depth')) - depth.width - 200) < 20 || undefined
    await until('a wider book', isWider)
    await until('its shares on the server', async () => (await shares()) !== before || undefined)
    await page.reload()
    await until('the wider book again', isWider)
    await workspace.tab('Chart').dblclick()
    await shows('chart')
    await workspace.controls('Chart').getByRole('button', { name: 'Restore' }).click()
    await shows('chart', 'depth')
  })

  it('moves, resizes, maximises, tabs, closes and undoes by keyboard alone', async () => {
    await arrive(PAIR)
    await shows('chart', 'depth')
    const press = (first: string, second: string) => chord(page, first, second)
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

  it('opens a slot in its own window, redocks it on close, and explains how to allow a blocked pop-up', async () => {
    await arrive(PAIR)
    const [popup] = await Promise.all([page.waitForEvent('popup'), workspace.slotMenu('Depth', 'Open in a window')])
    await popup.locator('[data-kind="depth"]').waitFor()
    await shows('chart')
    await popup.getByText('Grouping').waitFor()
    await popup.getByRole('button', { name: /^Follows channel 1/ }).click()
    await popup.getByRole('menuitemradio', { name: /Channel 3/ }).click()
    await popup.getByRole('button', { name: /^Follows channel 3/ }).waitFor()
    await popup.close()
    await shows('chart', 'depth')
    await workspace
      .controls('Depth')
      .getByRole('button', { name: /^Follows channel 3/ })
      .waitFor()
    await page.evaluate(() => {
      window.open = () => null
    })
    await workspace.slotMenu('Depth', 'Open in a window')
    await workspace.toast(/blocked the window of “Depth”.*Click/).waitFor()
    await shows('chart', 'depth')
  })

  it("assigns slots to channels: one coin choice changes all of them, a slot's own coin changes nothing else", async () => {
    await arrive(PAIR)
    const choose = async (kind: string, name: string) => {
      await workspace
        .controls(kind)
        .getByRole('button', { name: /^Coin:/ })
        .click()
      await page.getByPlaceholder(/Search a currency/).fill(name)
      // Until the coin names are loaded, search matches symbols only.
      await page.getByRole('option', { name, selected: true }).waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('Chart', 'Solana')
    await workspace.controls('Depth').getByRole('button', { name: 'Coin: SOL. Choose a currency' }).waitFor()
    await workspace
      .controls('Depth')
      .getByRole('button', { name: /^Follows/ })
      .click()
    await page.getByRole('menuitemradio', { name: 'Own coin' }).locator('visible=true').click()
    await choose('Depth', 'Cardano')
    await workspace.controls('Depth').getByRole('button', { name: 'Coin: ADA. Choose a currency' }).waitFor()
    await workspace.controls('Chart').getByRole('button', { name: 'Coin: SOL. Choose a currency' }).waitFor()
    await page.getByRole('application', { name: /Candles of SOL/ }).waitFor()
  })

  it('manages named layouts: saves, opens, renames, deletes and undoes the deletion', async () => {
    await arrive(PAIR)
    await workspace.preset(/^1 slot/)
    await shows('chart')
    await workspace.layoutMenu('Save as…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Morning')
    await page.keyboard.press('Enter')
    await workspace.toast('Layout “Morning” saved.').waitFor()
    await workspace.preset(/^2 slots/)
    await shows('chart', 'depth')
    await workspace.layoutMenu('Morning')
    await shows('chart')
    const menuButton = (name: string) => workspace.toolbar.getByRole('button', { name, exact: true })
    await menuButton('Morning').waitFor()
    await menuButton('Lock the layout').click()
    await menuButton('Morning (changed)').waitFor()
    await menuButton('Unlock the layout').click()
    await menuButton('Morning').waitFor()
    await workspace.layoutMenu('Rename…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Evening')
    await page.keyboard.press('Enter')
    await workspace.toast('renamed to “Evening”').waitFor()
    await workspace.toolbar.getByRole('button', { name: 'Evening' }).waitFor()
    await workspace.layoutMenu('Delete “Evening”')
    await workspace.toast('Layout “Evening” deleted.').getByRole('button', { name: 'Undo' }).click()
    await workspace.toast('Layout “Evening” restored.').waitFor()
    await workspace.toolbar.getByRole('button', { name: 'Evening' }).click()
    await page.getByRole('menuitemradio', { name: 'Evening' }).waitFor()
  })

  it('exports a layout, imports it again, rejects an invalid file with a message, and keeps unknown slots', async () => {
    await arrive(PAIR)
    const [download] = await Promise.all([page.waitForEvent('download'), workspace.layoutMenu('Export')])
    expect(download.suggestedFilename()).toBe('aerie-layout.json')
    const path = await download.path()
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 1, slots: [{ kind: 'chart' }, { kind: 'depth' }] })
    await workspace.preset(/^1 slot/)
    await shows('chart')
    await page.getByLabel('Layout file').setInputFiles({ name: 'two.json', mimeType: 'application/json', buffer: await readFile(path) })
    await workspace.toast('Layout imported from two.json.').waitFor()
    await shows('chart', 'depth')
    const give = (name: string, text: string | Buffer) =>
      page.getByLabel('Layout file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    await give('large.json', Buffer.alloc(10 * 1024 * 1024, 32))
    await workspace.toast('The file has 10.0 MB; a layout has at most 256 kB. Nothing was imported.').waitFor()
    await give('words.json', 'no layout')
    await workspace.toast('The file is not JSON').waitFor()
    await give('other.json', '{"version":7}')
    await workspace.toast('this version of Aerie reads layouts of version 1').waitFor()
    await shows('chart', 'depth')
    const later = {
      version: 1,
      name: 'Later',
      slots: [{ id: 'a', kind: 'options-chain', channel: 1, options: { strike: 1 } }],
      place: { type: 'tabs', weight: 1, slots: ['a'], active: 'a' },
    }
    await give('later.json', JSON.stringify(later))
    await page.getByText('Unknown slot').waitFor()
    const [exported] = await Promise.all([page.waitForEvent('download'), workspace.layoutMenu('Export')])
    expect(JSON.parse(await readFile(await exported.path(), 'utf8'))).toMatchObject({ slots: later.slots })
  })

  it('explains in an empty workspace what belongs there, and how to add it', async () => {
    await arrive(PAIR)
    await workspace.slotMenu('Depth', 'Close')
    await workspace.slotMenu('Chart', 'Close')
    await page.getByRole('heading', { name: 'Empty workspace' }).waitFor()
    await workspace.addSlot('Trades')
    await shows('trades')
  })

  it('keeps its toolbar below the menus opened from the header', async () => {
    await arrive(PAIR)
    const toolbar = await boxOf(workspace.toolbar)
    for (const name of ['Appearance', 'Account']) {
      await page
        .getByRole('banner')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
      const menu = page.getByRole('banner').getByRole('menu').locator('..')
      const box = await boxOf(menu)
      const at = { x: box.x + box.width / 2, y: Math.max(box.y, toolbar.y) + 4 }
      expect(at.y).toBeLessThan(toolbar.y + toolbar.height)
      expect(await menu.evaluate((element, { x, y }) => element.contains(document.elementFromPoint(x, y)), at)).toBe(true)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
  })

  it('has no axe violations, dark and light', async () => {
    await arrive()
    await workspace.slot('depth').getByText('Grouping').waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await accessibilityBreaches(page)).toEqual([])
  })
})

it('shows one slot of the same layout at a time on a phone', async () => {
  reader = await visit(on.browser, { reducedMotion: 'reduce', viewport: PHONE, isMobile: true, hasTouch: true })
  await arrive()
  const tabs = page.getByRole('tablist', { name: 'Slots' })
  await tabs.getByRole('tab', { name: 'Depth' }).tap()
  await workspace.slot('depth').getByText('Grouping').waitFor()
  await until('one slot alone', async () => (await page.locator('[data-slot]').count()) === 1 || undefined)
  await tabs.getByRole('tab', { name: 'Chart' }).tap()
  await page.getByRole('application', { name: /Candles of BTC/ }).waitFor()
  await page.getByRole('button', { name: 'Layout', exact: true }).tap()
  const preset = page.getByRole('menuitem', { name: /^2 slots/ })
  await until('the preset to be in reach', async () => (await boxOf(preset)).y < PHONE.height || undefined)
  await preset.tap()
  await tabs.getByRole('tab', { name: 'Watchlist' }).waitFor({ state: 'detached' })
  await page.getByRole('application', { name: /Candles of BTC/ }).waitFor()
  await expect.poll(() => sidewaysScroll(page), { timeout: 30_000 }).toBe(0)
  expect(await accessibilityBreaches(page)).toEqual([])
  expect(reader.complaints).toEqual([])
  await reader.close()
})

async function boxOf(locator: Locator) {
  await locator.waitFor()
  return (await locator.boundingBox())!
}
