/** A place on the chart in market terms: epoch milliseconds and a price. */
export type MarketPoint = { readonly time: number; readonly price: number }
