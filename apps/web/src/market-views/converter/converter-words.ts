// Every sentence of converter.

// amount-field
export const currencyOf = (label: string) => `Currency of: ${label}`

// conversion
export const numberUseDigits = 'This is not a number: use digits and a point, such as 0.25.'
export const commaOnlyGroups = 'A comma only groups thousands here, as in 1,234.56. Use a point for decimals.'
export const numberTooLong = 'This number is too long.'
export const waitingPrice = 'Waiting for a price.'
export const pricedThereNo = (from: string, quote: string, to: string, quote2: string) =>
  `${from} is priced in ${quote} and ${to} in ${quote2}: there is no rate between them here.`

// converter
export const amountIn = (top: string) => `Amount in ${top}`
export const swapTwoSides = 'Swap the two sides'

// rate-facts
export const last = (text: string, text2: string) => `Last ${text}: ${text2}`
export const thereNoPrice = (symbol: string) => `There is no price of ${symbol} yet.`
export const thePriceOf = 'The price of'
export const failed = 'could not be loaded.'
export const tryAgain = 'Try Again'
