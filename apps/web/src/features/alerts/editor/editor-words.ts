export const readingPrice = (symbol: string) => `Loading the price of ${symbol} …`
export const priceFailed = (symbol: string) => `The price of ${symbol} could not be loaded.`
export const noPriceYet = (symbol: string) => `${symbol} has no price yet.`
