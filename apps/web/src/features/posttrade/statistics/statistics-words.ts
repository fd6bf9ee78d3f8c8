// Every sentence of the journal's statistics.

// figure-tiles
export const figures = 'Figures'
export const notKnown = 'not known'
export const noInterval = 'No interval is defined.'

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
export const statisticsNotUpdated = (error: string) => `The statistics could not be updated. These are the last known figures. ${error}`
export const tryAgain = 'Try Again'
export const zoneNote = (zone: string) => `Days, hours and weekdays in ${zone}.`
export const equity = 'Equity'
export const netResultSoFar = 'Net result so far, USDC'
export const endsAt = (micro: string) => `It ends at ${micro} USDC.`
export const drawdown = 'Drawdown'
export const maxDrawdown = (percent: string) => `Max drawdown ${percent}.`
export const drawdownNotKnown = 'Drawdown needs account capital, which imported files do not state.'
export const calendar = 'Calendar'
export const risk = 'Risk'
export const excursions = 'Excursions'
export const endedByAReset = 'ended by a reset of their account'
