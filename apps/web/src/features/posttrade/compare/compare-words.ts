// Every sentence of the journal's compare.

// view
export const firstPeriod = 'First period'
export const secondPeriod = 'Second period'
export const filterIgnored = (leftOut: string) => `These figures ignore the filter by ${leftOut}.`
export const statisticsFailed = 'The statistics could not be loaded'
export const periodFrom = (name: string) => `${name} from`
export const periodTo = (name: string) => `${name} to`
export const twoPeriodsCompared = 'Two periods compared'
export const figure = 'Figure'
export const difference = 'Difference'
export const trades = 'Trades'
export const notRealPrices = 'Not real prices'
export const netUsdc = 'Net, USDC'

// periods
export const notBothKnown = 'needs both figures'
export const noInterval = 'no interval to compare'
export const intervalsDoNotOverlap = 'intervals do not overlap'
export const intervalsOverlap = 'intervals overlap: may be chance'
