// Every sentence of trades.

// tape-painter
export const coinsInTotal = (amount: number, number: string) => `${amount} coins, ${number} in total`
export const boughtAt = 'Bought at '
export const soldAt = 'Sold at '
export const tradedAt = 'Traded at '

// tape
export const noTradesFeed = (symbol: string) => `This market source has no trades for ${symbol}.`
export const tradesTape = 'trades tape'
export const noTradesYet = 'No trades yet'
export const tradesAppearHere = (symbol: string) => `Trades of ${symbol} appear here as they happen, newest first.`
export const price = (quote: string) => `Price (${quote})`
export const size = 'Size'
export const time = 'Time'
export const titleOf = (text: string, symbol: string) => `${text} of ${symbol}`
export const syntheticTrades = 'Synthetic trades'
export const trades = 'Trades'
export const tradesNewestFirst = (text: string, symbol: string) => `${text} trades of ${symbol}, newest first`
export const synthetic = 'Synthetic'
export const newest = 'Newest'
export const inSymbol = (symbol: string) => `In ${symbol}`
export const loadingTrades = (symbol: string) => `Loading the trades of ${symbol}`
