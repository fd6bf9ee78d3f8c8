// Every sentence of the journal's table.

// column-chooser
export const columns = 'Columns'

// columns
export const net = 'Net'
export const resultAfterFees = 'Result after fees and funding'
export const netResultMultiples = 'Net result in multiples of the risk at entry'
export const noStopWhen = 'no stop when it was opened'
export const closed = 'Closed'
export const whenClosed = 'When it was closed'
export const held = 'Held'
export const firstFillLast = 'From its first fill to its last'
export const size = 'Size'
export const coinsEnteredAll = 'Coins entered in all'
export const entry = 'Entry'
export const averagePriceEntry = 'Average price of entry'
export const exit = 'Exit'
export const averagePriceExit = 'Average price of exit'
export const worstPositionStood = 'Worst that the position stood at'
export const bestPositionStood = 'Best that the position stood at'
export const fees = 'Fees'
export const feesAllFills = 'Fees of all its fills'
export const funding = 'Funding'
export const fundingReceivedAbove = 'Funding, received above 0'
export const slippage = 'Slippage'
export const lostAgainstMiddle = 'Lost against the middle of the book at the decision'
export const origin = 'Origin'
export const paperAccountMarket = 'Paper account with its market, or the exchange of an imported file'
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
export const realPrices = 'Not at real prices'
export const ofThem = (notReal: string) => `${notReal} of them`
export const sum = 'Not in the sum'
export const withoutResultUsdc = (notCounted: string) => `${notCounted} without a result in USDC`

// trades-view
export const trades = 'Trades'
export const noTradePasses = 'No trade passes this filter'
export const clearTheFilter = 'Clear the filter'
export const tradesJournal = (count: string) => `${count} trades are in the journal.`
export const trade = 'Trade'

// table
export const coin = 'Coin'
export const coinAndSide = 'Coin and side'
export const hasANote = 'has a note'
