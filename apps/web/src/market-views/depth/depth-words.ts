// Every sentence of depth.

// ladder
export const price = (quote: string) => `Price (${quote})`
export const size = (symbol: string) => `Size (${symbol})`
export const total = 'Total'
export const bookOf = (text: string, symbol: string) => `${text} book of ${symbol}`
export const syntheticOrder = 'Synthetic order'
export const order = 'Order'
export const cumulative = (total: string, cost: string) => `${total}, ${cost} in total`
export const spread = 'Spread'
export const bid = 'Bid '
export const ask = 'Ask '

// ladder-painter
export const unknownOneSideEmpty = 'not known: one side is empty'

// order-book
export const orderBook = 'order book'
export const noOrderBook = (symbol: string) => `This market source has no order book for ${symbol}.`
export const grouping = 'Grouping'
export const none = 'None'
export const loadingOrderBook = (symbol: string) => `Loading the order book of ${symbol}`

// synthetic-note
