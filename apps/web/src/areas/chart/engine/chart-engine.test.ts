import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { describe, expect, it, vi } from 'vitest'
import { frames, openedChart, stageCharts } from '../../../../test/chart-stage.ts'
import type { Bar } from '../bars/bars.ts'
import { LAST, testBars, testColors } from '../test/chart.ts'
import type { LegendAsk } from './engine-options.ts'

vi.mock('../view/chart-colors.ts', async (original) => ({
  ...(await original<typeof import('../view/chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string, share: number) => `${color}/${share}`,
}))

const HOUR = 3_600_000
const PRICE = 'candle_pane'
const moved = (bar: Bar, close: number): Bar => ({ ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close) })
const textsOf = (drawn: readonly string[]) =>
  drawn.flatMap((line) => /^fillText [^:]+: (.+?)(?: -?[\d.]+){2,3}(?: \(under\))?$/.exec(line)?.[1] ?? [])
const legends = (host: HTMLElement) => [...host.querySelectorAll('.chart-values > div')].map((line) => line.textContent)

stageCharts()

describe('a tick', () => {
  it('redraws the candles but not the time or the layers that are empty', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    chart.engine.setIndicators([{ name: 'RSI', parameters: [6] }])
    await frames()
    const before = chart.contexts().map(({ calls }) => calls)
    chart.setBar(moved(itemAt(bars, -1), itemAt(bars, -1).close * 1.001))
    await frames()
    const drawnAgain = chart.contexts().filter(({ calls }, i) => calls !== before[i])
    // Only the candles, the price axis (last-price tag) and the RSI line are redrawn; not the RSI axis or the time axis.
    expect(drawnAgain.map(({ canvas }) => chart.nameOf(canvas))).toEqual([`${PRICE} main 0`, `${PRICE} yAxis 0`, 'pane_RSI(6) main 0'])
    const hidden = chart.contexts().filter(({ canvas }) => canvas.style.visibility === 'hidden')
    expect(hidden.map(({ drawn }) => drawn)).toEqual([[], [], [], [], []])
  })

  it('appends a bar, and ends at the newest', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    chart.setBar({ ...itemAt(bars, -1), timestamp: LAST + HOUR })
    await frames()
    expect([chart.engine.chart.getDataList().length, chart.engine.view?.until]).toEqual([41, null])
  })

  it('is reported in the frame that draws it, once for all ticks of a frame, so that legend and candle never disagree', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    await frames(60)
    chart.reported.length = 0
    const before = itemAt(chart.contexts(), 0).calls
    for (const close of [101, 102, 103]) chart.setBar(moved(itemAt(bars, -1), close))
    expect(chart.reported).toEqual([])
    await frames(1)
    expect(chart.reported.map((bar) => bar?.close)).toEqual([103])
    expect(itemAt(chart.contexts(), 0).calls).toBeGreaterThan(before)
  })
})

describe('the legends', () => {
  it('show name, parameters and values of the newest bar, formatted by the number rule, with a dash for unknown values', async () => {
    const chart = await openedChart(testBars(40))
    chart.engine.setIndicators([
      { name: 'MA', parameters: [2, 60, 60, 60] },
      { name: 'VOL', parameters: [5, 10, 20] },
      { name: 'RSI', parameters: [6, 12, 24] },
    ])
    await frames()
    const [closes, volumes] = [chart.engine.chart.getDataList().map(({ close }) => close), chart.engine.chart.getDataList().at(-1)?.volume]
    const mean = ((itemAt(closes, -1) + itemAt(closes, -2)) / 2).toFixed(2)
    expect(legends(chart.host)[0]).toBe(`SMA 2${mean}SMA 60—SMA 60—SMA 60—`)
    expect(legends(chart.host)[1]).toContain(`Vol${volumes?.toFixed(2)}`)
    expect(legends(chart.host)[2]).toMatch(/^RSI 6\d\d\.\d\dRSI 12\d\d\.\d\dRSI 24\d\d\.\d\d$/)
  })

  it('show the bar under the crosshair despite ticks, and the newest once the pointer has left', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    chart.engine.setCrosshair({ x: 100, y: 50, index: 10 })
    await frames()
    expect(chart.reported.at(-1)).toBe(bars[10])
    chart.setBar(moved(itemAt(bars, -1), 130))
    await frames(30)
    expect(chart.reported.at(-1)).toBe(bars[10])
    chart.host.dispatchEvent(new Event('pointerleave'))
    await frames()
    expect(chart.reported.at(-1)?.close).toBe(130)
  })

  it('follow the pointer over the chart, and show the newest bar beyond it', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    // For the first 500 ms the library treats mouse events as emulated touch events.
    await frames(60)
    const pane = defined(chart.engine.chart.getDom())
    const moveTo = (clientX: number) => pane.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY: 100 }))
    pane.dispatchEvent(new MouseEvent('mouseenter', { clientX: 1, clientY: 1 }))
    const x = itemAt([chart.engine.chart.convertToPixel([{ timestamp: itemAt(bars, 30).timestamp }], { paneId: PRICE })].flat(), 0).x ?? 0
    moveTo(x)
    await frames()
    expect(chart.reported.at(-1)).toBe(bars[30])
    moveTo(560)
    await frames()
    expect(chart.reported.at(-1)).toBe(bars[39])
    moveTo(x)
    chart.host.dispatchEvent(new MouseEvent('pointermove', { clientX: 630, clientY: 100 }))
    await frames()
    expect(chart.reported.at(-1)).toBe(bars[39])
  })

  it('edit and remove their series where there is a handler, and have no buttons elsewhere', async () => {
    const onLegend = vi.fn<(ask: LegendAsk) => void>()
    const chart = await openedChart(testBars(40), { onLegend })
    const rsi = { name: 'RSI', parameters: [6] }
    chart.engine.setIndicators([rsi])
    chart.engine.setCompare([{ symbol: 'ETH', closes: new Map() }])
    await frames()
    const press = (label: string) => defined(chart.host.querySelector<HTMLElement>(`button[aria-label="${label}"]`)).click()
    for (const label of ['Set RSI 6', 'Remove RSI 6', 'Remove ETH']) press(label)
    expect(onLegend.mock.calls.flat()).toEqual([
      { do: 'set', indicator: rsi },
      { do: 'remove', indicator: rsi },
      { do: 'stop-comparing', symbol: 'ETH' },
    ])
    const bare = await openedChart(testBars(40))
    bare.engine.setIndicators([rsi])
    expect(bare.host.querySelectorAll('.chart-values button')).toHaveLength(0)
  })

  it('show the change of a compared coin since the first visible candle', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    const closes = new Map(bars.map(({ timestamp }, i) => [timestamp, 200 + i]))
    chart.engine.setCompare([{ symbol: 'ETH', closes }])
    chart.engine.pointAt(20)
    await frames()
    expect(legends(chart.host)).toEqual(['ETH+10.00%'])
    closes.delete(itemAt(bars, 21).timestamp)
    chart.engine.pointAt(21)
    await frames()
    expect(legends(chart.host)).toEqual(['ETH—'])
  })

  it('are removed with their indicator', async () => {
    const chart = await openedChart(testBars(40))
    chart.engine.setIndicators([
      { name: 'MA', parameters: [2] },
      { name: 'RSI', parameters: [6] },
    ])
    chart.engine.setIndicators([{ name: 'RSI', parameters: [6] }])
    await frames()
    expect(legends(chart.host)).toHaveLength(1)
    expect(chart.engine.chart.getIndicators().map(({ name }) => name)).not.toContain('MA')
  })
})

describe('the crosshair', () => {
  it('is drawn on a layer of its own, which is hidden while it is empty', async () => {
    const chart = await openedChart(testBars(40))
    const layer = () => chart.engine.chart.getDom(PRICE, 'main')?.querySelectorAll('canvas')[1]
    expect(layer()?.style.visibility).toBe('hidden')
    chart.engine.setCrosshair({ x: 300, y: 100, index: 8 })
    await frames()
    expect(layer()?.style.visibility).toBe('')
    expect(textsOf(chart.drawn(PRICE, 'yAxis', 1))).toHaveLength(1)
    chart.engine.setCrosshair(null)
    await frames()
    expect(layer()?.style.visibility).toBe('hidden')
  })
})

describe('the price axis', () => {
  it('keeps its width as shorter and longer labels come and go', async () => {
    const chart = await openedChart(testBars(400))
    chart.engine.setScale('linear')
    await frames(8)
    const width = () => defined(chart.engine.chart.getSize(PRICE, 'yAxis')).width
    const before = width()
    chart.engine.setScale('percent')
    await frames(8)
    expect(width()).toBe(before)
    chart.setBar({ ...itemAt(chart.engine.chart.getDataList(), -1), timestamp: LAST + HOUR, high: 1_234_567, close: 1_234_567 })
    chart.engine.setScale('linear')
    await frames(8)
    const wide = width()
    expect(wide).toBeGreaterThan(before)
    chart.engine.chart.scrollByDistance(1000)
    await frames(8)
    expect(width()).toBe(wide)
  })

  const labels = async (price: number, spread = 1) => {
    const bars = testBars(40, { price }).map((bar) => ({
      ...bar,
      ...Object.fromEntries((['open', 'high', 'low', 'close'] as const).map((key) => [key, price + (bar[key] - price) * spread])),
    }))
    const chart = await openedChart(bars)
    chart.engine.setScale('linear')
    await frames(8)
    const texts = textsOf(chart.drawn(PRICE, 'yAxis'))
    return { ticks: texts.slice(0, -1), tag: texts.at(-1), lowest: bars.reduce((low, bar) => Math.min(low, bar.low), 9e9) }
  }

  it.each([
    [63_000, /^\d\d,\d{3}\.\d\d$/],
    [0.06, /^0\.0\d{3,}$/],
    [0.0000089, /^0\.00000\d{3,}$/],
  ])('of a coin at %d has labels and tags that follow the rule, above 0, without repeats', async (price, form) => {
    const { ticks, tag } = await labels(price)
    expect(ticks.length).toBeGreaterThanOrEqual(3)
    for (const text of ticks) {
      expect(text).toMatch(form)
      expect(Number(text.replaceAll(',', ''))).toBeGreaterThan(0)
    }
    expect(new Set(ticks).size).toBe(ticks.length)
    expect(tag).toMatch(form)
  })

  it('distinguishes labels that the rule alone would format the same', async () => {
    const { ticks } = await labels(0.06, 0.002)
    expect(new Set(ticks).size).toBe(ticks.length)
    expect(ticks[0]).toMatch(/^0\.0\d{4,}$/)
  })

  it('never reaches below 0, however low the lowest visible price', async () => {
    const bars = testBars(40).map((bar, i) => (i === 20 ? { ...bar, low: 0.5 } : bar))
    const chart = await openedChart(bars)
    chart.engine.setScale('linear')
    await frames()
    const [axis] = chart.engine.chart.getYAxes({ paneId: PRICE })
    expect(defined(axis).getRange().from).toBeGreaterThan(0)
    expect(defined(axis).getRange().from).toBeLessThan(0.5)
  })

  it('marks the last price at its position, and not at all when it is outside the axis', async () => {
    const bars = testBars(300).map((bar, i) => (i < 250 ? bar : { ...bar, open: 300, high: 301, low: 299, close: 300 }))
    const chart = await openedChart(bars)
    chart.engine.setScale('linear')
    await frames(8)
    expect(textsOf(chart.drawn(PRICE, 'yAxis'))).toContain('300.00')
    chart.engine.chart.scrollByDistance(1500)
    await frames(8)
    expect(textsOf(chart.drawn(PRICE, 'yAxis'))).not.toContain('300.00')
    expect(textsOf(chart.drawn(PRICE, 'yAxis')).length).toBeGreaterThan(2)
    chart.engine.chart.scrollToRealTime()
    await frames(8)
    expect(textsOf(chart.drawn(PRICE, 'yAxis')).filter((text) => text === '300.00').length).toBeGreaterThan(0)
  })

  it('is centred on a price that never moved', async () => {
    const chart = await openedChart(testBars(5).map((bar) => ({ ...bar, open: 2, high: 2, low: 2, close: 2 })))
    for (const scale of ['linear', 'log', 'percent'] as const) {
      chart.engine.setScale(scale)
      await frames()
      const [axis] = chart.engine.chart.getYAxes({ paneId: PRICE })
      const y = defined(axis).convertToPixel(2)
      expect([scale, y > 50 && y < 340, chart.drawn(PRICE).every((line) => !line.includes('NaN'))]).toEqual([scale, true, true])
    }
  })
})

describe('marks', () => {
  const level = { id: 'a', price: 141, label: 'Alert above', tone: 'accent' as const }

  it('draw a level with its text and a tag on the axis, and indicate where one beyond the pane is', async () => {
    const chart = await openedChart(testBars(40))
    chart.engine.setLevels([
      level,
      { ...level, id: 'b', price: 900, label: 'Take profit' },
      { ...level, id: 'c', price: 1, label: 'Stop', tone: 'down' },
    ])
    await frames()
    const texts = textsOf(chart.drawn(PRICE, 'main', 1))
    expect(texts.toSorted()).toEqual(['▲ Alert above  141.00  +1', '▼ Stop  1.000'].toSorted())
    chart.engine.setLevels([{ ...level, price: 100 }])
    await frames()
    expect(textsOf(chart.drawn(PRICE, 'main', 1))).toEqual(['Alert above  100.00'])
    expect(textsOf(chart.drawn(PRICE, 'yAxis', 1))).toEqual(['100.00'])
    expect(chart.drawn(PRICE, 'main', 1).some((line) => line.startsWith('stroke accent'))).toBe(true)
    chart.engine.setLevels([])
    await frames()
    expect(chart.drawn(PRICE, 'main', 1)).toEqual([])
  })

  it('share a label and a tag when they are near, and are all listed while the crosshair is there', async () => {
    const chart = await openedChart(testBars(40))
    chart.engine.setLevels([
      { ...level, price: 100 },
      { ...level, id: 'b', price: 100.1, label: 'Buy 1 Limit', tone: 'up' },
      { ...level, id: 'c', price: 99.9, label: 'Long 2', tone: 'info', isFirst: true },
    ])
    await frames()
    expect(textsOf(chart.drawn(PRICE, 'main', 1))).toEqual(['Long 2  99.90  +2'])
    expect(textsOf(chart.drawn(PRICE, 'yAxis', 1))).toEqual(['99.90'])
    const y = itemAt(chart.engine.chart.getYAxes({ paneId: PRICE }), 0).convertToPixel(99.9)
    chart.engine.setCrosshair({ x: 200, y, index: null })
    await frames()
    expect(textsOf(chart.drawn(PRICE, 'main', 1))).toEqual(['Alert above  100.00', 'Buy 1 Limit  100.10', 'Long 2  99.90'])
    chart.engine.setCrosshair(null)
    await frames()
    expect(textsOf(chart.drawn(PRICE, 'main', 1))).toEqual(['Long 2  99.90  +2'])
  })

  it('draw each own trade at its candle and price, and label it under the crosshair', async () => {
    const bars = testBars(40)
    const chart = await openedChart(bars)
    const at = itemAt(bars, 30)
    chart.engine.setTrades([
      { id: '1', time: at.timestamp + 90_000, price: at.close, side: 'buy', label: '0.5 BTC' },
      { id: '2', time: itemAt(bars, 0).timestamp - HOUR, price: at.close, side: 'sell', label: '1 BTC' },
    ])
    chart.engine.pointAt(30)
    await frames()
    const axis = itemAt(chart.engine.chart.getYAxes({ paneId: PRICE }), 0)
    const [{ x } = {}] = [chart.engine.chart.convertToPixel([{ timestamp: at.timestamp }], { paneId: PRICE })].flat()
    const arrows = chart.drawn(PRICE).filter((line) => /^fill (up|down): line/.test(line))
    expect(arrows).toHaveLength(1)
    expect(arrows[0]).toMatch(new RegExp(`^fill up: line ${x} ${axis.convertToPixel(at.close)},`))
    const tradeText = `Bought 0.5 BTC at ${at.close.toFixed(2)}`
    expect(legends(chart.host)).toEqual([tradeText])
    chart.engine.setIndicators([{ name: 'MA', parameters: [2, 2, 2, 2] }])
    await frames()
    expect(legends(chart.host)).toEqual([expect.stringMatching(/^SMA 2/), tradeText])
    chart.engine.pointAt(31)
    await frames()
    expect(legends(chart.host)).toEqual([expect.stringMatching(/^SMA 2/)])
  })

  it('labels the first of many trades of one candle, and counts the rest, so that no number is cut off', async () => {
    const bars = testBars(40)
    const at = itemAt(bars, 30)
    const chart = await openedChart(bars)
    const trade = (id: number) => ({ id: `${id}`, time: at.timestamp + id, price: at.close, side: 'sell' as const, label: '1 BTC' })
    chart.engine.setTrades([1, 2, 3, 4].map(trade))
    chart.engine.pointAt(30)
    await frames()
    expect(legends(chart.host)).toEqual([`Sold 1 BTC at ${at.close.toFixed(2)}3 more trades`])
  })
})

it('names the market behind the candles', async () => {
  const chart = await openedChart(testBars(40))
  chart.engine.setWatermark('REPLAY')
  await frames()
  expect(textsOf(chart.drawn(PRICE))).toContain('REPLAY')
})

it('draws nothing where candles are missing, and continues an indicator after the gap', async () => {
  const chart = await openedChart(testBars(40, { without: [20, 21, 22] }), { view: { barSpace: 10, bars: 40, until: null } })
  chart.engine.setIndicators([{ name: 'MA', parameters: [2] }])
  await frames()
  const boxes = chart.drawn(PRICE).filter((line) => /^fillRect (up|down|ink3): -?[\d.]+ [\d.]+ 7 /.test(line))
  expect(boxes).toHaveLength(37)
  const line = chart.drawn(PRICE).find((drawn) => drawn.startsWith('stroke series1'))
  expect(line?.match(/move/g)).toHaveLength(2)
})

it('does nothing more once it is closed', async () => {
  const bars = testBars(40)
  const chart = await openedChart(bars)
  const before = chart.reported.length
  chart.setBar(moved(itemAt(bars, -1), 150))
  chart.engine.close()
  await frames(60)
  chart.host.dispatchEvent(new Event('pointerleave'))
  expect([chart.engine.isClosed, chart.reported.length, chart.host.childElementCount]).toEqual([true, before, 0])
})

it('marks 30 and 70 of an RSI, both clear of its legend’s line', async () => {
  const chart = await openedChart(testBars(60))
  chart.engine.setIndicators([{ name: 'RSI', parameters: [14] }])
  await frames()
  const levels = chart
    .drawn('pane_RSI(14)')
    .flatMap((line) => /^stroke ink3: move 0 ([\d.]+), .*move 0 ([\d.]+),/.exec(line)?.slice(1) ?? [])
  expect(levels).toHaveLength(2)
  for (const y of levels) expect(Number(y)).toBeGreaterThan(22)
})
