import { itemAt } from '@aerie/core/item-at'
import type { DataLoaderGetBarsParams } from 'klinecharts'
import { expect, it, vi } from 'vitest'
import { frames, stageCharts } from '../../../../test/chart-stage.ts'
import type { ChartLink, LinkedPoint } from '../../../platform/mirror/views/shared-view.ts'
import type { EngineOptions } from '../engine/engine-options.ts'
import { LAST, testBars, testChart, testColors } from '../test/chart.ts'
import { linkChart, placeAt, timeAt } from './linked-chart.ts'

vi.mock('./chart-colors.ts', async (original) => ({
  ...(await original<typeof import('./chart-colors.ts')>()),
  readColors: () => testColors,
  withOpacity: (color: string) => color,
}))

const HOUR = 3_600_000

stageCharts()

function otherCharts(first: LinkedPoint | null = null) {
  const sent: Array<LinkedPoint | null> = []
  let notify: (at: LinkedPoint | null) => void = () => undefined
  const link: ChartLink = {
    open: () => ({
      range: { get: () => null, set: () => undefined, on: () => () => undefined },
      cursor: {
        get: () => first,
        set: (at) => sent.push(at),
        on: (listener) => {
          notify = listener
          return () => undefined
        },
      },
    }),
  }
  return { link, sent, emit: (at: LinkedPoint | null) => notify(at) }
}

function lateFeed() {
  let deliver: () => void = () => undefined
  const openFeed: EngineOptions['openFeed'] = ({ onState }) => ({
    loader: {
      getBars: ({ callback }: DataLoaderGetBarsParams) => {
        deliver = () => {
          callback(testBars(40), false)
          onState({ kind: 'ready' })
        }
      },
    },
    join: () => undefined,
    close: () => undefined,
  })
  return { openFeed, deliver: () => deliver() }
}

/** The x of the crosshair's vertical line. */
const lineOf = ({ drawn }: ReturnType<typeof testChart>): string | undefined =>
  drawn('candle_pane', 'main', 1).find((line) => line.startsWith('stroke'))

it('converts between time and position among bars, between and beyond them', () => {
  const bars = testBars(10)
  expect(timeAt(bars, 10, HOUR)).toBe(LAST + HOUR)
  expect(placeAt(bars, LAST + HOUR, HOUR)).toBe(10)
  expect(placeAt(bars, LAST + 3.5 * HOUR, HOUR)).toBe(12.5)
  expect(placeAt(bars, itemAt(bars, 0).timestamp - 2 * HOUR, HOUR)).toBe(-2)
  for (const place of [-3, 0, 0.25, 4.5, 9, 9.75, 14]) expect(placeAt(bars, timeAt(bars, place, HOUR), HOUR)).toBeCloseTo(place, 6)
})

it.each(['before the chart was opened', 'while its candles were on their way'])('draws a crosshair that was received %s', async (when) => {
  const at = { time: LAST - 5 * HOUR, price: 100 }
  const others = otherCharts(when.startsWith('before') ? at : null)
  const feed = lateFeed()
  const chart = testChart([], { openFeed: feed.openFeed })
  const stop = linkChart({ chart: chart.engine, interval: chart.engine.interval }, chart.host, others.link)
  if (when.startsWith('while')) others.emit(at)
  await frames()
  expect(lineOf(chart)).toBeUndefined()
  // The pointer is at a position without candles yet: nothing to emit.
  chart.engine.setCrosshair({ x: 300, y: 100, index: 0 })
  feed.deliver()
  await frames()
  expect(lineOf(chart)).toBeDefined()
  expect(chart.reported.at(-1)?.timestamp).toBe(at.time)
  others.emit(null)
  await frames()
  expect(lineOf(chart)).toBeUndefined()
  expect(others.sent).toEqual([])
  stop()
})

it('keeps a resting crosshair on its candle while the chart is scrolled', async () => {
  const others = otherCharts()
  const chart = testChart(testBars(200))
  await frames()
  const stop = linkChart({ chart: chart.engine, interval: chart.engine.interval }, chart.host, others.link)
  others.emit({ time: LAST - 20 * HOUR, price: 100 })
  await frames()
  const before = lineOf(chart)
  chart.engine.chart.scrollByDistance(60)
  await frames()
  expect(lineOf(chart)).not.toBe(before)
  expect(chart.reported.at(-1)?.timestamp).toBe(LAST - 20 * HOUR)
  stop()
})

it('prefers its own crosshair to a resting one of another chart, and clears it in the others when it closes', async () => {
  const others = otherCharts({ time: LAST - 20 * HOUR, price: 100 })
  const chart = testChart(testBars(200))
  const stop = linkChart({ chart: chart.engine, interval: chart.engine.interval }, chart.host, others.link)
  await frames()
  chart.engine.setCrosshair({ x: 300, y: 100, index: 150 })
  await frames()
  const own = lineOf(chart)
  chart.engine.chart.scrollByDistance(60)
  await frames()
  expect(lineOf(chart)).toBe(own)
  expect(others.sent.at(-1)?.time).toBe(chart.engine.chart.getDataList()[150]?.timestamp)
  chart.host.remove()
  stop()
  expect(others.sent.at(-1)).toBeNull()
})
