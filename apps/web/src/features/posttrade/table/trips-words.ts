// Every sentence of the journal's table.

// column-chooser
export const columns = 'Columns'

// columns
export const net = 'Net'
export const resultAfterFees = 'Result after fees and funding'
export const netResultMultiples = 'Net result in multiples of the risk at entry'
export const noStopWhen = 'no stop at entry'
export const closed = 'Closed'
export const whenClosed = 'When it was closed'
export const held = 'Held'
export const firstFillLast = 'First fill to last fill'
export const size = 'Size'
export const coinsEnteredAll = 'Total size entered'
export const entry = 'Entry'
export const averagePriceEntry = 'Average entry price'
export const exit = 'Exit'
export const averagePriceExit = 'Average exit price'
export const worstPositionStood = 'Largest unrealised loss'
export const bestPositionStood = 'Largest unrealised profit'
export const fees = 'Fees'
export const feesAllFills = 'Total fees'
export const funding = 'Funding'
export const fundingReceivedAbove = 'Funding; positive is received'
export const slippage = 'Slippage'
export const lostAgainstMiddle = 'Cost against the mid price at the decision'
export const origin = 'Origin'
export const paperAccountMarket = 'Paper account and market, or exchange of the import'
export const rating = 'Rating'
export const ownRating1 = 'Your own rating, 1 to 5'
export const notRated = 'not rated'
export const tags = 'Tags'
export const yourOwnTags = 'Your own tags'
export const fileDoesSay = 'The file does not say when it was opened.'

// few-trades
export const won = 'Won'
export const lost = 'Lost'
export const open = 'Open'
export const realPrices = 'Not real prices'
export const ofThem = (notReal: string) => `${notReal} of them`
export const sum = 'Not included'
export const withoutResultUsdc = (notCounted: string) => `${notCounted} without a result in USDC`

// trades-view
export const trades = 'Trades'
export const noTradePasses = 'No trades match this filter'
export const clearTheFilter = 'Clear the filter'
export const tradesJournal = (count: string) => `The journal has ${count} trades.`
export const trade = 'Trade'

// table
export const coin = 'Coin'
export const coinAndSide = 'Coin and side'
export const hasANote = 'has a note'
export const stillOpen = 'still open'
export const notKnownTheTrade = 'not known: the trade says why'
export const readSoFar = (some: string, all: string) => `${some} of ${all} trades loaded so far`
