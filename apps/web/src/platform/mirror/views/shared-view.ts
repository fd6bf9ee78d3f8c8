/** Market time, epoch ms. */
export type LinkedRange = { readonly from: number; readonly until: number }
/** Market time in epoch ms; price is null outside the price pane. */
export type LinkedPoint = { readonly time: number; readonly price: number | null }

export type Shared<T> = {
  readonly get: () => T
  readonly set: (value: T) => void
  /** Emits values from other charts, never this one's own. @returns unsubscribe function */
  readonly on: (listener: (value: T) => void) => () => void
}

export type ChartLink = {
  /** Each chart opens its own end once while mounted. */
  readonly open: () => {
    /** Null: the latest candles at the chart's own width. */
    readonly range: Shared<LinkedRange | null>
    readonly cursor: Shared<LinkedPoint | null>
  }
}
