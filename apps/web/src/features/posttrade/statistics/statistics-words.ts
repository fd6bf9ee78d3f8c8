// Every sentence of the journal's statistics.

// figure-tiles
export const figures = 'Figures'
export const notKnown = 'not known'
export const noIntervalDefined = 'No interval is defined.'

// group-tables
export const groupsComparedAbout = (comparisons: number, expected_by_chance: string) =>
  `${comparisons} groups are compared: about ${expected_by_chance} of them would look special by chance alone.`
export const trades = 'Trades'
export const net = 'Net'
export const winRate = 'Win rate'
export const expectancy = 'Expectancy'

// notes
export const feeCoinWithout = 'with a fee in a coin without a known price'
export const whoseResultFile = 'whose result the file does not tell'
export const inAnotherCurrency = 'in another currency'
export const notCounted = (text: string) => `Not counted: ${text}.`
export const all = 'All'
export const notRecoveredYet = 'not recovered yet'
export const recoveredOn = (recovered_at_ms: string) => `recovered on ${recovered_at_ms}`
export const deepestDrawdownEnds = (percent: string, peak_at_ms: string, trough_at_ms: string, recovered: string) =>
  `Deepest drawdown ${percent}, at the ends of days in UTC: from ${peak_at_ms} to ${trough_at_ms}, ${recovered}.`

// view
export const loadingTheStatistics = 'Loading the statistics'
export const statisticsFailed = 'The statistics could not be loaded'
export const theseFiguresIgnore = (leftOut: string) =>
  `These figures ignore the filter by ${leftOut}: they are of all trades that pass the rest of it.`
export const statisticsUpdatedThese = (error: string) => `The statistics could not be updated; these are the last ones. ${error}`
export const tryAgain = 'Try Again'
export const daysHoursWeekdays = (zone: string) => `Days, hours and weekdays in ${zone}.`
export const equity = 'Equity'
export const netResultSo = 'Net result so far, USDC'
export const endsUsdc = (micro: string) => `It ends at ${micro} USDC.`
export const drawdown = 'Drawdown'
export const theDeepestIs = (percent: string) => `The deepest is ${percent}.`
export const drawdownNeedsCapital = 'Drawdown needs the capital of the account, which imported files do not tell.'
export const calendar = 'Calendar'
export const risk = 'Risk'
export const excursions = 'Excursions'
