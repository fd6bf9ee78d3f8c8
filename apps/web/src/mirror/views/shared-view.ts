/** Market time from and until, in epoch milliseconds. */
export type LinkedRange = { readonly from: number; readonly until: number }
/** Where a crosshair is: market time in epoch milliseconds, and a price; null where it lies in another pane than the price's. */
export type LinkedPoint = { readonly time: number; readonly price: number | null }

/** Something charts share: said by the one that is worked with, heard by the others; never React state. */
export type Shared<T> = {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Hears what other charts say, never what this one said. @returns how to stop */
  readonly on: (listener: (value: T) => void) => () => void
}

/** What joins charts that look at the same. */
export type ChartLink = {
  /** Makes what one chart hears and says; each chart calls it once while it is shown. */
  readonly open: () => {
    /** Null: the newest candles, with a width of the chart's own. */
    readonly range: Shared<LinkedRange | null>
    /** Null: no crosshair. */
    readonly cursor: Shared<LinkedPoint | null>
  }
}
