import type { Interval } from '@aerie/core/market/candle'
import type { Forecast } from '@aerie/wire/market/forecasts'
import type { ReactNode } from 'react'
import type { ChartLink } from '../../../platform/mirror/views/shared-view.ts'

export type ChartLevel = {
  readonly id: string
  readonly price: number
  readonly label: string
  readonly tone: 'accent' | 'up' | 'down' | 'info'
  /** Its label comes before others at the same height. */
  readonly isFirst?: boolean
  /** Adds a × to its label while the label is for this level alone. The caller needs a keyboard alternative. */
  readonly onCancel?: () => void
  /** Makes the line draggable; called on release. It returns unless it gets the new price. The caller needs a keyboard alternative. */
  readonly onMove?: (price: number) => void
  /** Called during a drag; null if Escape cancelled it, after which `onMove` is not called. */
  readonly onDrag?: (price: number | null) => void
}

export type ChartTrade = {
  readonly id: string
  /** Epoch milliseconds of the market clock. */
  readonly time: number
  readonly price: number
  readonly side: 'buy' | 'sell'
  /** Bought, Sold or Liquidated. */
  readonly word?: string
  readonly label: string
}

/** An order proposed at a price of the chart. */
export type ProposedOrder = { readonly side: 'buy' | 'sell'; readonly type: 'limit' | 'stop'; readonly price: number }

export type ChartMarks = { readonly levels?: readonly ChartLevel[] | undefined; readonly trades?: readonly ChartTrade[] | undefined }

export type PriceChartProps = {
  readonly symbol: string
  /** Absent: the timeframe is kept in the URL (`?interval=1h`). */
  readonly interval?: Interval | undefined
  readonly onIntervalChange?: ((interval: Interval) => void) | undefined
  /** Drawn right of the last candle: bands of 50, 80 and 95 % with the median; null: none. */
  readonly forecast?: Forecast | null | undefined
  readonly children?: ReactNode
  /** Adds orders at the pointer's price to the menu; sends nothing. */
  readonly onPropose?: ((order: ProposedOrder) => void) | undefined
  /** Synchronizes range and crosshair with other charts, outside React. A new link needs a new object. */
  readonly linked?: ChartLink | undefined
  readonly isBare?: boolean | undefined
  /** The chart fills its parent, which must have a height. */
  readonly className?: string | undefined
}
