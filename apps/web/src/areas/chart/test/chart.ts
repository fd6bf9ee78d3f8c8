import type { Interval } from '@aerie/core/market/candle'
import { QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { partOf } from '../../../../test/part-of.ts'
import { type Bar, barsOf } from '../bars/bars.ts'
import { ChartEngine } from '../engine/chart-engine.ts'
import type { EngineOptions } from '../engine/engine-options.ts'
import type { ChartColors } from '../view/chart-colors.ts'
import { contextOf } from './canvas.ts'

/** Open time of the newest test candle, ms. */
export const LAST = Date.UTC(2026, 0, 15, 12)
const HOUR_S = 3600

/** Colours are their own names, so that recorded draw calls are readable. */
export const testColors = new Proxy(partOf<ChartColors>({ textPx: 11, isForced: false }), {
  get: (own, name) => Reflect.get(own, name) ?? String(name),
})

/** Hourly candles of a deterministic wave around `price`, the newest at LAST, optionally with gaps. */
export const testBars = (
  count: number,
  { price = 100, without = [] }: { readonly price?: number; readonly without?: readonly number[] } = {},
): Bar[] =>
  barsOf(
    Array.from({ length: count }, (_, i) => {
      const priceAt = (at: number) => price * (1 + 0.05 * Math.sin(at / 3) + 0.001 * at)
      const [open, close] = [priceAt(i), priceAt(i + 1)]
      const time = LAST / 1000 - (count - 1 - i) * HOUR_S
      return [time, open, Math.max(open, close) * 1.01, Math.min(open, close) * 0.99, close, 10 + (i % 7)] as const
    }).flatMap((candle, i) => (without.includes(i) ? [] : [[...candle]])),
    '1h',
  )

export const testFan = (issuedAt: number, anchor: number): Forecast => ({
  symbol: 'BTC',
  issued_at: issuedAt,
  hours: 24,
  anchor,
  quantiles: [],
  path: Array.from({ length: 24 }, (_, hour) => [
    hour + 1,
    QUANTILE_LEVELS.map((level) => anchor * (1 + (level - 0.5) * 0.02 * Math.sqrt(hour + 1))),
  ]),
  model: 'test',
  source: 'sim',
  quote: 'USD',
  candles: 1000,
})

type TestChart = {
  readonly engine: ChartEngine
  readonly host: HTMLElement
  /** Updates the last bar or appends one. */
  readonly setBar: (bar: Bar) => void
  /** Draw calls of one pane layer. */
  readonly drawn: (paneId: string, place?: 'main' | 'yAxis', layer?: 0 | 1) => readonly string[]
  readonly contexts: () => ReadonlyArray<ReturnType<typeof contextOf>>
  readonly nameOf: (canvas: HTMLCanvasElement) => string
  readonly reported: Array<Bar | null>
}

/** An engine on `bars`. Stub canvases first (canvas.ts); drawing happens on the next frames. */
export function testChart(bars: Bar[], options: Partial<EngineOptions> & { readonly interval?: Interval } = {}): TestChart {
  const host = document.createElement('div')
  document.body.append(host)
  let setBar: (bar: Bar) => void = () => undefined
  const reported: Array<Bar | null> = []
  const nothing = () => undefined
  const engine = new ChartEngine(host, {
    symbol: 'BTC',
    interval: '1h',
    onFeed: nothing,
    onOlderFailed: nothing,
    onBar: (bar) => reported.push(bar),
    onDrawing: nothing,
    onSelect: nothing,
    onEditText: nothing,
    openFeed: ({ onState }) => ({
      loader: {
        getBars: ({ callback }) => {
          callback(bars, false)
          onState({ kind: 'ready' })
        },
        subscribeBar: ({ callback }) => {
          setBar = (bar) => callback(bar)
        },
      },
      join: nothing,
      close: nothing,
    }),
    ...options,
  })
  const canvasesOf = (paneId: string, place: 'main' | 'yAxis') => [
    ...(engine.chart.getDom(paneId, place)?.querySelectorAll('canvas') ?? []),
  ]
  return {
    engine,
    host,
    setBar: (bar) => setBar(bar),
    drawn: (paneId, place = 'main', layer = 0) => {
      const canvas = canvasesOf(paneId, place)[layer]
      return canvas === undefined ? [] : contextOf(canvas).drawn
    },
    contexts: () => [...host.querySelectorAll('canvas')].map(contextOf),
    nameOf: (canvas) => {
      const panes = [engine.chart.getPaneOptions()].flat().flatMap((pane) => pane?.id ?? [])
      const locations = panes.flatMap((id) => (['main', 'yAxis'] as const).map((place) => [id, place] as const))
      const [id, place] = locations.find(([pane, at]) => canvasesOf(pane, at).includes(canvas)) ?? ['', 'main']
      return `${id} ${place} ${canvasesOf(id, place).indexOf(canvas)}`
    },
    reported,
  }
}
