// Every sentence of the journal's table.

// trades-view
export const tradeNotShown = 'This trade could not be shown'

// column-chooser
export const columns = 'Columns'

// columns
export const net = 'Net'
export const resultAfterFees = 'Result after fees and funding'
export const netInR = 'Net result in multiples of the risk at entry'
export const noStopAtEntry = 'no stop at entry'
export const closed = 'Closed'
export const whenClosed = 'When it was closed'
export const held = 'Held'
export const firstToLastFill = 'First fill to last fill'
export const size = 'Size'
export const totalSizeEntered = 'Total size entered'
export const entry = 'Entry'
export const averageEntry = 'Average entry price'
export const exit = 'Exit'
export const averageExit = 'Average exit price'
export const largestLoss = 'Largest unrealised loss. Of a range, sorted and filtered by the smaller end.'
export const largestProfit = 'Largest unrealised profit. Of a range, sorted and filtered by the smaller end.'
export const fees = 'Fees'
export const totalFees = 'Total fees'
export const funding = 'Funding'
export const fundingAbout = 'Funding; positive is received'
export const slippage = 'Slippage'
export const slippageAbout = 'Cost against the mid price at the decision'
export const arrivalSlippage = 'Slip. at arrival'
export const arrivalSlippageAbout = 'Cost against the mid price when each order reached the book'
export const triggerSlippage = 'Slip. at trigger'
export const triggerSlippageAbout = 'Cost against the price that triggered each order'
export const origin = 'Origin'
export const originAbout = 'Paper account and market, or exchange of the import'
export const rating = 'Rating'
export const ratingAbout = 'Your own rating, 1 to 5'
export const notRated = 'not rated'
export const tags = 'Tags'
export const yourOwnTags = 'Your own tags'
export const openingTimeNotInFile = 'The file does not say when it was opened.'

// few-trades
export const won = 'Won'
export const lost = 'Lost'
export const open = 'Open'
export const notRealPrices = 'Not real prices'
export const ofThem = (notReal: string) => `${notReal} of them`
export const notIncluded = 'Not included'
export const withoutResult = (notCounted: string) => `${notCounted} without a result in USDC`

// trades-view
export const trades = 'Trades'
export const noTradesMatch = 'No trades match this filter'
export const clearTheFilter = 'Clear the filter'
export const journalHas = (count: string) => `The journal has ${count} trades.`
export const trade = 'Trade'

// table
export const coin = 'Coin'
export const coinAndSide = 'Coin and side'
export const hasANote = 'has a note'
export const stillOpen = 'still open'
export const notKnownSeeTrade = 'not known: the trade says why'
export const loadedSoFar = (some: string, all: string) => `${some} of ${all} trades loaded so far`
