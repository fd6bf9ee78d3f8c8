// Every sentence of converter.

// amount-field
export const currencyOf = (label: string) => `Currency of: ${label}`

// conversion
export const waitingPrice = 'Waiting for a price.'
export const noRateBetween = (from: string, fromQuote: string, to: string, toQuote: string) =>
  `${from} is priced in ${fromQuote} and ${to} in ${toQuote}: there is no rate between them here.`

// converter
export const amountIn = (top: string) => `Amount in ${top}`
export const swapSides = 'Swap the two sides'

// rate-facts
export const last = (prices: string, ages: string) => `Last ${prices}: ${ages}`
export const noPriceYet = (symbol: string) => `There is no price of ${symbol} yet.`
export const failed = (symbol: string) => `The price of ${symbol} could not be loaded.`
