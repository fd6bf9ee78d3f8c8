// Every sentence of the journal's compare.

// view
export const firstPeriod = 'First period'
export const secondPeriod = 'Second period'
export const theseFiguresIgnore = (leftOut: string) => `These figures ignore the filter by ${leftOut}.`
export const loadingTheStatistics = 'Loading the statistics'
export const statisticsFailed = 'The statistics could not be loaded'
export const from = (name: string) => `${name} from`
export const to = (name: string) => `${name} to`
export const twoPeriodsCompared = 'Two periods compared'
export const figure = 'Figure'
export const difference = 'Difference'
export const trades = 'Trades'
export const realPrices = 'Not real prices'
export const netUsdc = 'Net, USDC'

// periods
export const notBothKnown = 'not known for both'
export const noIntervalCompare = 'no interval to compare'
export const intervalsApart = 'intervals do not overlap'
export const intervalsOverlapMay = 'intervals overlap: may be chance'
