import type { Interval } from '@aerie/core/market/candle'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { ReactNode } from 'react'
import type { ChartLink } from '../mirror/views/shared-view.ts'

/** A price worth a line: an alert, an order, a stop. */
export type ChartLevel = {
  readonly id: string
  readonly price: number
  /** Words at the line: `Alert above`, `Stop`. */
  readonly label: string
  readonly tone: 'accent' | 'up' | 'down' | 'info'
  /**
   * Given: the line can be dragged, and this is told where it was let go. It goes back unless it is then given with the new price.
   * The keyboard twin belongs to whoever gives it.
   */
  readonly onMove?: (price: number) => void
  /** Told where the line is while it is being dragged; null where Escape took it back, after which `onMove` is not told. */
  readonly onDrag?: (price: number | null) => void
}

/** A trade of the user's own, drawn at its time and price. */
export type ChartTrade = {
  readonly id: string
  /** Epoch milliseconds by the market's clock. */
  readonly time: number
  readonly price: number
  readonly side: 'buy' | 'sell'
  /** Words for the legend of its candle: `0.5 BTC`. */
  readonly label: string
}

/** What belongs to the user on a chart, besides drawings. */
export type ChartMarks = { readonly levels?: readonly ChartLevel[] | undefined; readonly trades?: readonly ChartTrade[] | undefined }

export type PriceChartProps = {
  readonly symbol: string
  /** Absent: the chart keeps its timeframe in the address (`?interval=1h`). */
  readonly interval?: Interval | undefined
  readonly onIntervalChange?: ((interval: Interval) => void) | undefined
  /** Drawn as a fan of 50, 80 and 95 % bands with its median to the right of the last candle; null where there is none. */
  readonly forecast?: Forecast | null | undefined
  /** Parts that draw on the chart by `useChartMarks`: alerts, orders, own trades. */
  readonly children?: ReactNode
  /** Range and crosshair go together with those of other charts, past React. Another link is another property value. */
  readonly linked?: ChartLink | undefined
  /** Without timeframes, indicators and drawing tools: candles, fan, levels, crosshair and keyboard only. */
  readonly isBare?: boolean | undefined
  /** The chart fills the element it stands in, which must have a height. */
  readonly className?: string | undefined
}
