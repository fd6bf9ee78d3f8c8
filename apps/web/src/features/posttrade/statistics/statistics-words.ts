// Every sentence of the journal's statistics.

// figure-tiles
export const figures = 'Figures'
export const notKnown = 'not known'
export const noInterval = 'No interval is defined.'

// earlier-stops
export const otherStops = 'With another stop'
export const otherStopsNote = (n: string, median: string) =>
  `${n} trades with a measured MAE, median ${median}. The distances come from these same trades: they describe them and promise nothing.`
export const otherStopsNotKnown = (reason: string) => `n/a: ${reason}.`
export const stopDistance = 'Stop at'
export const timesMedian = (multiple: number, distance: string) => `${multiple} × median, ${distance}`
export const stoppedTrades = 'Stopped'
export const winnersStopped = (winners: string) => `${winners} of them won`
export const netWithStop = 'Net'
export const withoutStop = 'As traded'
export const changePerTrade = 'Change per trade'
export const otherStopsAbout =
  'What these trades would have come to with a stop at a multiple of their median MAE. A trade that was added to or partly closed counts with its whole size, so its loss is overstated rather than understated. Where MAE is a range, its smaller end counts: the stop would have closed at least as many.'

// group-tables
export const groupsCompared = (comparisons: number, expected_by_chance: string) =>
  `${comparisons} groups compared. About ${expected_by_chance} would stand out by chance alone.`
export const trades = 'Trades'
export const net = 'Net'
export const winRate = 'Win rate'
export const expectancy = 'Expectancy'

// notes
export const feeWithoutPrice = 'with a fee in a coin without a price'
export const withoutResult = 'without a result in the file'
export const inAnotherCurrency = 'in another currency'
export const notCounted = (text: string) => `Not counted: ${text}.`
export const all = 'All'
export const notRecoveredYet = 'not recovered yet'
export const recoveredOn = (recovered_at_ms: string) => `recovered on ${recovered_at_ms}`
export const deepestDrawdown = (percent: string, peak_at_ms: string, trough_at_ms: string, recovered: string) =>
  `Deepest drawdown ${percent}, at the ends of days in UTC: from ${peak_at_ms} to ${trough_at_ms}, ${recovered}.`

// view
export const loadingTheStatistics = 'Loading the statistics'
export const statisticsFailed = 'The statistics could not be loaded'
export const filterIgnored = (leftOut: string) => `These figures ignore the filter by ${leftOut} and apply the rest.`
export const statisticsNotUpdated = 'The statistics could not be updated. These are the last known figures.'
export const zoneNote = (zone: string) => `Days, hours and weekdays in ${zone}.`
export const equity = 'Equity'
export const netResultSoFar = 'Net result so far, USDC'
export const endsAt = (micro: string) => `It ends at ${micro} USDC.`
export const drawdown = 'Drawdown'
export const maxDrawdown = (percent: string) => `Max drawdown ${percent}.`
export const drawdownNotKnown = 'Drawdown needs the starting capital, which files do not state. Enter it above.'
export const drawdownWithoutCapital = (reason: string) => `No drawdown: ${reason}.`
export const computing = (trades: string) =>
  `Computing the figures of ${trades} trades. Large journals take some seconds, and are computed one after the other.`

// capital-field
export const startingCapital = 'Starting capital of the imported account, USDC'
export const capitalNote = 'For returns, Sharpe and drawdown.'
export const capitalNotValid = 'Enter an amount above 0, such as 10000.'
export const calendar = 'Calendar'
export const risk = 'Risk'
export const excursions = 'Excursions'
export const endedByAReset = 'ended by a reset of their account'
