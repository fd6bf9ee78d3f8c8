import type { Interval } from '@aerie/core/market/candle'
import type { Drawing } from '@aerie/wire/market/charts'
import type { Bar } from '../bars/bars.ts'
import type { candleFeed, FeedState } from '../bars/candle-feed.ts'
import type { DrawingKind } from '../drawings/drawing-kinds.ts'
import type { ChosenIndicator } from '../indicators/line-looks.ts'
import type { ChartView } from '../view/chart-view.ts'

export type LegendAsk =
  | { readonly do: 'set' | 'remove'; readonly indicator: ChosenIndicator }
  | { readonly do: 'stop-comparing'; readonly symbol: string }

export type EngineOptions = {
  readonly symbol: string
  readonly interval: Interval
  readonly view?: ChartView | null | undefined
  readonly onFeed: (state: FeedState) => void
  readonly onOlderFailed: (hasFailed: boolean) => void
  /** The bar under the crosshair, else the newest. Called four times a second on ticks, once per frame as the crosshair moves. */
  readonly onBar: (bar: Bar | null, before: Bar | null, interval: Interval) => void
  readonly onDrawing: (drawing: Drawing) => void
  readonly onSelect: (id: string | null) => void
  readonly onEditText: (drawing: Drawing) => void
  readonly onPen?: ((kind: DrawingKind | null) => void) | undefined
  /** If given, legends of indicators and compared coins have buttons to edit and remove them. */
  readonly onLegend?: ((ask: LegendAsk) => void) | undefined
  readonly openFeed?: typeof candleFeed
}

export const PRICE_PANE = 'candle_pane'
export const TIME_PANE = 'x_axis_pane'
