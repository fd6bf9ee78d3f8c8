import type { Interval } from '@aerie/core/market/candle'
import type { Drawing } from '@aerie/wire/market/charts'
import type { Bar } from './bars/bars.ts'
import type { candleFeed, FeedState } from './bars/candle-feed.ts'
import type { DrawingKind } from './drawings/drawing-kinds.ts'
import type { ChosenIndicator } from './indicators/line-looks.ts'
import type { ChartView } from './view/chart-view.ts'

/** What the user asks of an indicator or a compared coin at its name on the chart. */
export type LegendAsk =
  | { readonly do: 'set' | 'remove'; readonly indicator: ChosenIndicator }
  | { readonly do: 'stop-comparing'; readonly symbol: string }

export type EngineOptions = {
  readonly symbol: string
  readonly interval: Interval
  /** What part of the time axis another chart of this coin showed before. */
  readonly view?: ChartView | null | undefined
  readonly onFeed: (state: FeedState) => void
  readonly onOlderFailed: (hasFailed: boolean) => void
  /** The bar under the crosshair, or the newest where there is none; four times a second at ticks, once a frame as the crosshair moves. */
  readonly onBar: (bar: Bar | null, before: Bar | null, interval: Interval) => void
  readonly onDrawing: (drawing: Drawing) => void
  readonly onSelect: (id: string | null) => void
  readonly onEditText: (drawing: Drawing) => void
  /** The tool that is drawing now; null: none. */
  readonly onPen?: ((kind: DrawingKind | null) => void) | undefined
  /** Given: indicators and compared coins can be set and removed where the chart names them, and this is told. */
  readonly onLegend?: ((ask: LegendAsk) => void) | undefined
  /** Another source of candles than the server's. */
  readonly openFeed?: typeof candleFeed
}
