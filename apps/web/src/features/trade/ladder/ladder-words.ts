// Every sentence of Trade's ladder.

// slot
export const noOrderBook = (symbol: string) => `This market source has no order book for ${symbol}.`
export const loadingTheLadder = 'Loading the ladder'

// price-painter
export const noPrice = 'no price'
export const buyAt = (words: string) => `Buy at ${words}`
export const sellAt = (words: string) => `Sell at ${words}`
export const cancelYour = (size: string) => `Cancel your ${size}`
export const cancelYourOrders = (count: number) => `Cancel your ${count} orders`

// price
export const step = 'Step'
export const syntheticPriceLadder = 'Synthetic price ladder'
export const priceLadder = 'Price ladder'
export const arrowsSend = 'the left arrow buys, the right arrow sells'
export const arrowsPrepare = 'the left arrow prepares a buy, the right arrow a sell'
export const ladderHint = (title: string, symbol: string, acts: string, text: string) =>
  `${title} of ${symbol}. Up and down choose a price, ${acts}, Delete cancels your orders there. At ${text}.`
