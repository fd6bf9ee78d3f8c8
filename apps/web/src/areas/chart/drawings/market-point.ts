/** Epoch milliseconds and price. */
export type MarketPoint = { readonly time: number; readonly price: number }
