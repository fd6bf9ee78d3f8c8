// Every sentence of depth.

// book-frame
export const no = (what: string) => `No ${what}`
export const available = (what: string, symbol: string) => `The ${what} of ${symbol} is not available`
export const marketSourceDoes = 'The market source does not provide it right now. It appears here automatically.'
export const syntheticNeverQuoted = 'Synthetic, never quoted'
export const staleOld = (what: string, age: string) => `stale: the ${what} is ${age} old`
export const needsLiveConnection = (what: string) => `The ${what} needs the live connection`
export const liveUpdatesBlocked = 'Live updates are blocked on this network. Prices refresh every few seconds instead.'
export const serverCannotReached = 'The server cannot be reached. Trying again automatically.'
export const theOfWaits = (what: string, symbol: string) => `The ${what} of ${symbol} waits`
export const orderBooksOpen = (most: number) => `${most} order books are open, the maximum. Close one, or let it follow the same coin.`

// ladder
export const price = (quote: string) => `Price (${quote})`
export const size = (symbol: string) => `Size (${symbol})`
export const total = 'Total'
export const bookOf = (text: string, symbol: string) => `${text} book of ${symbol}`
export const syntheticOrder = 'Synthetic order'
export const order = 'Order'
export const inTotal = (total: string, cost: string) => `${total}, ${cost} in total`
export const spread = 'Spread'
export const bid = 'Bid '
export const ask = 'Ask '

// plot
export const depthUpPrice = (symbol: string) => `Depth of ${symbol} up to a price`
export const depthWithinMid = (text: string) => `Depth within ±${text}% of the mid price`

// ladder-painter
export const knownOneSide = 'not known: one side is empty'

// order-book
export const orderBook = 'order book'
export const marketSourceNo = (symbol: string) => `This market source has no order book for ${symbol}.`
export const grouping = 'Grouping'
export const none = 'None'
export const loadingOrderBook = (symbol: string) => `Loading the order book of ${symbol}`

// synthetic-note
export const recordingsOnlyCandles = 'Recordings have only candles. Orders on paper fill against this book; nobody ever quoted it.'
export const synthetic = (what: string) => `Synthetic ${what}`
export const madeRecordedCandles = 'made from recorded candles'
