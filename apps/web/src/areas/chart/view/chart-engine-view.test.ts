import { defined } from '@aerie/core/defined'
import { describe, expect, it, vi } from 'vitest'
import { frames, openedChart, stageCharts } from '../../../../test/chart-stage.ts'
import { baseClose } from '../axes/price-axes.ts'
import { shownBars } from '../bars/shown-bars.ts'
import { LAST, testBars, testColors, testFan } from '../test/chart.ts'

vi.mock('./chart-colors.ts', async (original) => ({
  ...(await original<typeof import('./chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string, share: number) => `${color}/${share}`,
}))

const HOUR = 3_600_000
const PRICE = 'candle_pane'
stageCharts()

describe('a chart that opens', () => {
  it('shows more than a hundred candles beside a fan that takes at most a fifth of the width', async () => {
    const chart = await openedChart(testBars(400))
    chart.engine.setForecast(testFan(LAST, 140))
    await frames()
    const { from, to } = shownBars(chart.engine.chart)
    expect(to - from).toBeGreaterThan(100)
    const width = defined(chart.engine.chart.getSize(PRICE, 'main')).width
    expect(chart.engine.chart.getOffsetRightDistance()).toBeLessThan(width / 5 + 1)
  })

  it('keeps the scale of its candles under a fan with a far wider price range', async () => {
    const chart = await openedChart(testBars(400))
    chart.engine.setScale('linear')
    await frames()
    const range = () => defined(chart.engine.chart.getYAxes({ paneId: PRICE })[0]).getRange()
    const before = range()
    const fan = testFan(LAST, 140)
    chart.engine.setForecast({ ...fan, path: fan.path.map(([hour, prices]) => [hour, prices.map((price) => 140 + (price - 140) * 100)]) })
    await frames()
    // The forecast fan takes space from candles at the left edge.
    expect(range().to - range().from).toBeLessThanOrEqual(before.to - before.from)
  })

  it('measures compared coins from the first visible candle, not from one to the left of it', async () => {
    const chart = await openedChart(testBars(400))
    chart.engine.setForecast(testFan(LAST, 140))
    await frames()
    const { from } = shownBars(chart.engine.chart)
    expect(baseClose(chart.engine.chart)).toBe(chart.engine.chart.getDataList()[from]?.close)
  })
})

describe('the visible range', () => {
  const scrolled = async (by: number) => {
    const chart = await openedChart(testBars(400))
    chart.engine.chart.scrollByDistance(by)
    await frames()
    return chart
  }

  it('has the same end and as many bars in another timeframe', async () => {
    const first = await scrolled(1000)
    const view = defined(first.engine.view)
    expect(view.until).toBeLessThan(LAST - 80 * HOUR)
    first.engine.close()
    const fine = testBars(400).flatMap((bar) => [0, 1, 2, 3].map((part) => ({ ...bar, timestamp: bar.timestamp + (part * HOUR) / 4 })))
    const second = await openedChart(fine, { interval: '15m', view })
    expect(second.engine.view).toEqual({ ...view, bars: expect.toSatisfy((bars: number) => Math.abs(bars - view.bars) <= 2) })
  })

  it('is at the newest bar when it was there before, with the same bar width', async () => {
    const first = await openedChart(testBars(400))
    first.engine.chart.setBarSpace(17)
    await frames()
    const second = await openedChart(testBars(300), { view: first.engine.view })
    expect([second.engine.view?.until, second.engine.view?.barSpace]).toEqual([null, 17])
  })

  it('is kept when the same chart switches timeframe, and the new one receives nothing from the old one', async () => {
    const asked: string[] = []
    const answers: Array<() => void> = []
    const fine = testBars(400).flatMap((bar) => [0, 1, 2, 3].map((part) => ({ ...bar, timestamp: bar.timestamp + (part * HOUR) / 4 })))
    const chart = await openedChart([], {
      openFeed: ({ interval, onState }) => ({
        loader: {
          getBars: ({ callback }) => {
            asked.push(interval)
            answers.push(() => {
              callback(interval === '1h' ? testBars(400) : fine, false)
              onState({ kind: 'ready' })
            })
          },
          subscribeBar: () => undefined,
        },
        join: () => undefined,
        close: () => undefined,
      }),
    })
    answers[0]?.()
    chart.engine.chart.scrollByDistance(1000)
    await frames()
    const view = defined(chart.engine.view)
    const canvases = chart.contexts()
    chart.engine.showInterval('15m')
    expect([chart.engine.interval, chart.engine.chart.getDataList().length, chart.engine.view]).toEqual(['15m', 0, null])
    answers[1]?.()
    await frames()
    expect(asked).toEqual(['1h', '15m'])
    expect(chart.engine.view).toEqual({ ...view, bars: expect.toSatisfy((bars: number) => Math.abs(bars - view.bars) <= 2) })
    expect(chart.contexts()).toEqual(canvases)
  })

  it('stays at the newest candle with its bar width in another timeframe, and a drawing at its time', async () => {
    const chart = await openedChart(testBars(400))
    chart.engine.chart.setBarSpace(17)
    const time = LAST - 10 * HOUR
    chart.engine.drawings.show([{ id: 'one', kind: 'vertical', points: [{ time }], locked: false }])
    await frames()
    const { view } = chart.engine
    chart.engine.showInterval('15m')
    await frames()
    expect([chart.engine.view?.until, chart.engine.view?.barSpace]).toEqual([null, view?.barSpace])
    expect(chart.engine.chart.getOverlays().map(({ points }) => points[0]?.timestamp)).toEqual([time])
  })

  it('is at the newest candle when the past cannot be loaded', async () => {
    const chart = await openedChart(testBars(100), { view: { barSpace: 10, bars: 50, until: LAST - 1e10 } })
    expect(chart.engine.view?.until).toBeNull()
  })

  it('is kept when a new forecast arrives, which gets room only at the newest bar', async () => {
    const past = await scrolled(1000)
    const { until } = defined(past.engine.view)
    past.engine.setForecast(testFan(LAST, 140))
    await frames()
    expect(past.engine.view?.until).toBe(until)
    const newest = await openedChart(testBars(400))
    const before = newest.engine.chart.getOffsetRightDistance()
    newest.engine.setForecast(testFan(LAST, 140))
    await frames()
    expect(newest.engine.chart.getOffsetRightDistance()).toBeGreaterThan(before)
  })
})
