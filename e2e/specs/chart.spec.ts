import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChartPage, chartPage, TOOLS, type Tool } from '../pages/chart-page.ts'
import { AWAY, accessibilityBreaches, PHONE, type Visit, type VisitOptions, visit, WIDE } from '../support/browser.ts'
import { intercept } from '../support/intercept.ts'
import { logInPage, newPerson, type Person, signUp } from '../support/people.ts'
import { sharedStage } from '../support/stage.ts'
import { until } from '../support/until.ts'

const on = sharedStage()

/** A coin without a forecast: no late fan rescales the axis during drawing. */
const COIN = 'ADA'
const chartOf = (page: Page): ChartPage => chartPage(page, on.server.url, COIN)

async function newReader(options: VisitOptions = {}): Promise<{ reader: Visit; chart: ChartPage; person: Person }> {
  const person = newPerson()
  await signUp(on.server, person)
  const reader = await visit(on.browser, { viewport: WIDE, reducedMotion: 'reduce', ...options })
  await logInPage(reader.page, on.server, person)
  const chart = chartOf(reader.page)
  await chart.open()
  return { reader, chart, person }
}

const savedKinds = (chart: ChartPage, count: number) =>
  until(`${count} saved drawings`, async () => {
    const { drawings } = await chart.saved()
    return drawings.length === count ? drawings : undefined
  })

describe('drawings', () => {
  let reader: Visit
  let chart: ChartPage
  beforeEach(async () => {
    ;({ reader, chart } = await newReader())
  })
  afterEach(async () => {
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
  const keys = (...names: string[]) =>
    names.reduce((before, name) => before.then(() => reader.page.keyboard.press(name)), Promise.resolve())

  it('can be drawn with each of the eight tools, and persist over a reload', async () => {
    for (const tool of Object.keys(TOOLS) as Tool[]) await chart.draw(tool)
    const drawn = await chart.drawings()
    expect(drawn.map((text) => text.replace(/ [“\d].*$/, ''))).toEqual(Object.keys(TOOLS))
    const saved = await savedKinds(chart, drawn.length)
    expect(saved.map(({ points }) => points.length)).toEqual([2, 2, 1, 1, 2, 2, 2, 1])
    expect(saved.at(-1)?.text).toBe('Higher low')
    await chart.click(TOOLS['Horizontal line'][0])
    await chart.announcement.filter({ hasText: `Selected: ${drawn[2]}` }).waitFor()
    await reader.page.reload()
    await chart.ready()
    await expect.poll(chart.drawings).toEqual(drawn)
  })

  it('can also be drawn by dragging and by quick clicks', async () => {
    await chart.press('Rectangle')
    const [from, to] = await Promise.all([chart.at([0.1, 0.1]), chart.at([0.3, 0.3])])
    await reader.page.mouse.move(from.x, from.y)
    await reader.page.mouse.down()
    await reader.page.mouse.move(to.x, to.y, { steps: 4 })
    await reader.page.mouse.up()
    await expect.poll(chart.drawings).toEqual([expect.stringMatching(/^Rectangle .+ to /)])
  })

  it('are undone and redone one step at a time', async () => {
    const { drawings } = chart
    await chart.draw('Trend line')
    await chart.draw('Horizontal line')
    await expect.poll(async () => (await drawings()).length).toBe(2)
    const both = await drawings()
    await chart.press('Undo')
    await expect.poll(drawings).toEqual(both.slice(0, 1))
    await keys('Control+z')
    await expect.poll(drawings).toEqual([])
    await chart.press('Redo')
    await chart.body.focus()
    await keys('Control+Shift+z')
    await expect.poll(drawings).toEqual(both)
    expect((await savedKinds(chart, 2)).map(({ kind }) => kind)).toEqual(['segment', 'horizontal'])
  })

  it('move with the mouse, and can be neither moved nor deleted once locked', async () => {
    await chart.draw('Horizontal line')
    const [before] = await chart.drawings()
    const drag = async (fromY: number, toY: number) => {
      const [from, to] = await Promise.all([chart.at([0.5, fromY]), chart.at([0.5, toY])])
      await reader.page.mouse.move(from.x, from.y, { steps: 2 })
      await reader.page.mouse.down()
      await reader.page.mouse.move(to.x, to.y, { steps: 4 })
      await reader.page.mouse.up()
    }
    await drag(0.9, 0.75)
    const [moved] = await chart.drawings()
    expect(moved).not.toBe(before)
    await chart.press('Drawings')
    await chart.dialog.getByRole('button', { name: /^Lock: / }).click()
    await expect.poll(() => chart.dialog.getByRole('button', { name: /^Delete: / }).count()).toBe(0)
    await chart.dialog.getByRole('button', { name: moved ?? '', exact: true }).click()
    await chart.body.focus()
    await keys('Delete')
    await chart.announcement.filter({ hasText: 'This drawing is locked' }).waitFor()
    await drag(0.75, 0.6)
    expect(await chart.drawings()).toEqual([moved])
    await chart.body.focus()
    await keys(']', 'l', 'Delete')
    await expect.poll(chart.drawings).toEqual([])
  })

  it('are drawn, selected, moved and deleted by keyboard alone', async () => {
    await chart.body.focus()
    await keys('ArrowLeft', 'ArrowLeft')
    await chart.announcement.filter({ hasText: /open .+ close .+ volume/ }).waitFor()
    await keys('t', 'Enter', 'Shift+ArrowLeft', 'ArrowUp', 'Enter')
    await chart.announcement.filter({ hasText: 'Drawn: Trend line' }).waitFor()
    const [drawn] = await chart.drawings()
    await chart.body.focus()
    await keys(']', 'Alt+ArrowUp')
    await expect.poll(chart.drawings).not.toEqual([drawn])
    await chart.body.focus()
    await keys('x', 'Escape', ']', 'Delete')
    await expect.poll(chart.drawings).toEqual([])
  })
})

describe('two windows on one chart', () => {
  it('show the drawings of both, including simultaneous ones', async () => {
    const { reader, chart, person } = await newReader({ quiet: [/status of 409/] })
    const away = await visit(on.browser, { viewport: WIDE, reducedMotion: 'reduce', quiet: [/status of 409/] })
    await logInPage(away.page, on.server, person)
    const other = chartOf(away.page)
    await other.open()
    await Promise.all([chart.draw('Horizontal line'), other.draw('Trend line')])
    const saved = await savedKinds(chart, 2)
    expect(saved.map(({ kind }) => kind).toSorted()).toEqual(['horizontal', 'segment'])
    const mostShown = async () => Math.max(...(await Promise.all([chart.drawings(), other.drawings()])).map(({ length }) => length))
    await expect.poll(mostShown).toBe(2)
    const beside = chartOf(await reader.context.newPage())
    await beside.open()
    await beside.draw('Vertical line')
    await savedKinds(chart, 3)
    await until('the first window to show what the one beside it has saved', async () =>
      (await chart.drawings()).length === 3 ? true : undefined,
    )
    expect([...reader.complaints, ...away.complaints]).toEqual([])
    await Promise.all([reader.close(), away.close()])
  })
})

describe('a server that cannot save', () => {
  it('loses no drawing, even over a reload, and shows where they are kept', async () => {
    const first = await newReader({
      quiet: [AWAY, /live connection|connection for messages/, /could not be (loaded|read|updated)/, /status of 503/],
    })
    const { reader } = first
    await reader.context.setOffline(true)
    await first.chart.draw('Horizontal line')
    await first.chart.saveNote.getByText('They are kept in this browser and sent again automatically.').waitFor()
    await reader.page.close()
    await reader.context.setOffline(false)

    const page = await reader.context.newPage()
    const reconnect = await intercept(page, `**/api/v1/workspace/chart/${COIN}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' })
        : route.continue(),
    )
    const chart = chartOf(page)
    await chart.open()
    await expect.poll(chart.drawings).toHaveLength(1)
    expect((await chart.saved()).drawings).toEqual([])
    const tryAgain = chart.saveNote.getByRole('button', { name: 'Try Again' })
    await tryAgain.waitFor()
    expect(await accessibilityBreaches(page)).toEqual([])
    reconnect()
    // It also retries by itself and may just have done so: then the button is gone.
    await tryAgain.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click()
    })
    expect(await savedKinds(chart, 1)).toMatchObject([{ kind: 'horizontal' }])
    await chart.saveNote.getByText('kept in this browser').waitFor({ state: 'detached' })
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})

describe('the appearance of a chart', () => {
  let reader: Visit
  let chart: ChartPage
  beforeAll(async () => {
    ;({ reader, chart } = await newReader({ acceptDownloads: true }))
  })
  afterAll(() => reader.close())

  it('shows a lower price at mid-height on the logarithmic scale', async () => {
    await chart.frame.getByRole('button', { name: '1d, 1 day' }).click()
    await until('candles of a day', async () => (await chart.summary()).text.includes('candles of 1 day') || undefined)
    // The summary already names days while the hourly candles are still under the loading overlay.
    await chart.ready()
    const middle = async (scale: string) => {
      await chart.choose('Price scale', scale)
      await reader.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      await chart.press('Horizontal line')
      await chart.click([0.3, 0.5])
      const text = await chart.announcement.filter({ hasText: 'Drawn: Horizontal line' }).innerText()
      await chart.press('Undo')
      return Number(text.replace(/[^\d.]/g, ''))
    }
    const linear = await middle('Linear')
    const log = await middle('Logarithmic')
    const percent = await middle('Percent')
    expect(log).toBeLessThan(linear * 0.9999)
    expect(percent / linear).toBeCloseTo(1, 3)
    await until('the scale to be saved', async () => ((await chart.saved()).scale === 'percent' ? true : undefined))
  })

  it('compares with other coins, one line each, and removes them on request', async () => {
    await chart.press('Compare with other coins')
    for (const other of ['ETH', 'SOL']) {
      await chart.dialog.getByLabel('Search').fill(other)
      await chart.dialog.getByRole('button', { name: other, exact: true }).click()
    }
    await chart.closeDialog()
    await until('the saved coins', async () => ((await chart.saved()).compare.join() === 'ETH,SOL' ? true : undefined))
    await chart.frame.getByRole('button', { name: 'Remove ETH' }).click()
    await until('one coin less', async () => ((await chart.saved()).compare.join() === 'SOL' ? true : undefined))
    await chart.frame.getByRole('button', { name: 'Remove SOL' }).click()
  })

  it('adds indicators by search, changes their parameters, and removes them', async () => {
    await chart.press('Indicators')
    await chart.dialog.getByLabel('Add an indicator').fill('relative strength')
    await chart.dialog.getByRole('list', { name: 'All indicators' }).getByRole('button', { name: /^RSI/ }).click()
    const row = chart.dialog.getByRole('list', { name: 'On the chart' }).getByRole('listitem').filter({ hasText: 'RSI' })
    const length = row.getByRole('textbox').first()
    await length.fill('21')
    await length.press('Enter')
    const rsi = async () => (await chart.saved()).indicators.find(({ name }) => name === 'RSI')?.parameters[0]
    await until('the saved parameter', async () => ((await rsi()) === 21 ? true : undefined))
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    await row.getByRole('button', { name: 'Remove RSI' }).click()
    await until('no RSI', async () => ((await rsi()) === undefined ? true : undefined))
    await chart.closeDialog()
  })

  it('uses the colours chosen by the user', async () => {
    const blue = '#56b4e9'
    expect(await chart.hasColor(blue)).toBe(false)
    await reader.page.keyboard.press('Control+k')
    await reader.page.getByRole('dialog').getByRole('combobox').fill('blue up')
    await reader.page.getByRole('option', { name: /blue up/ }).click()
    await until('blue candles', async () => ((await chart.hasColor(blue)) ? true : undefined))
  })

  it('is saved as a picture named after its content', async () => {
    const { name, png } = await chart.snapshot()
    expect(name).toMatch(/^aerie-ADA-1d-\d{4}-\d\d-\d\dT\d{4}\.png$/)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const box = await chart.body.boundingBox()
    expect(png.readUInt32BE(16)).toBe(Math.round(box?.width ?? 0))
    expect(png.readUInt32BE(20)).toBe(Math.round((box?.height ?? 0) + 30))
  })

  it('has a table and a spoken summary for screen readers', async () => {
    const { text, count } = await chart.summary()
    expect(text).toContain('SIMULATED')
    expect(count).toBeGreaterThan(10)
    await chart.press('Last 100 candles as a table')
    const table = chart.dialog.getByRole('table', { name: /^ADA, last 100 candles of 1 day/ })
    await table.waitFor()
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Time', 'Open', 'High', 'Low', 'Close', 'Change', 'Volume'])
    expect(await table.getByRole('row').count()).toBeGreaterThan(10)
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    await chart.closeDialog()
  })

  it('has a toolbar with arrow-key navigation', async () => {
    await chart.frame.getByRole('button', { name: '1w, 1 week' }).focus()
    await reader.page.keyboard.press('ArrowRight')
    await chart.frame.getByRole('button', { name: 'Chart type' }).and(reader.page.locator(':focus')).waitFor()
  })

  it('is accessible, and leaves the console empty', async () => {
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    expect(reader.complaints).toEqual([])
  })
})

describe('touch on a phone', () => {
  type Finger = { readonly x: number; readonly y: number }
  it('pans with one finger, pinches with two, and draws by tapping', async () => {
    const { reader, chart } = await newReader({ viewport: PHONE, hasTouch: true, isMobile: true })
    const cdp = await reader.context.newCDPSession(reader.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Finger[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((finger, id) => ({ ...finger, id })) })
    const { x, y } = await chart.at([0.5, 0.4])

    const before = await chart.summary()
    await touch('touchStart', { x, y })
    for (const moved of [20, 60, 100, 140]) await touch('touchMove', { x: x + moved, y })
    await touch('touchEnd')
    const panned = await until('an earlier candle', async () => {
      const now = await chart.summary()
      return now.from < before.from ? now : undefined
    })

    await touch('touchStart', { x: x - 20, y }, { x: x + 20, y })
    for (const apart of [30, 50, 80, 110]) await touch('touchMove', { x: x - apart, y }, { x: x + apart, y })
    await touch('touchEnd')
    await until('fewer candles', async () => ((await chart.summary()).count < panned.count ? true : undefined))

    await reader.page.getByRole('button', { name: 'Chart tools' }).click()
    await chart.dialog.getByRole('button', { name: 'Trend line' }).click()
    await chart.dialog.waitFor({ state: 'detached' })
    for (const place of [
      [0.2, 0.3],
      [0.7, 0.5],
    ] as const) {
      const at = await chart.at(place)
      await reader.page.touchscreen.tap(at.x, at.y)
    }
    await chart.announcement.filter({ hasText: 'Drawn: Trend line' }).waitFor()
    expect(await savedKinds(chart, 1)).toMatchObject([{ kind: 'segment' }])
    expect(await accessibilityBreaches(reader.page)).toEqual([])
    expect(reader.complaints).toEqual([])
    await reader.close()
  })
})
