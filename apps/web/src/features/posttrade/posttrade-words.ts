// Every sentence of the journal's page.

// empty-journal
export const noTradesYet = 'No trades yet'
export const tradeOnPaper = 'Trade on paper'
export const importAFile = 'Import a file'
export const everyPositionStands =
  'Every position stands here once it is opened, with its entry, exit, fees, R, MAE and MFE. Nothing has to be typed. Trades made elsewhere come in by an exchange’s CSV file.'

// export-button
export const journalExported = (error: string) => `The journal could not be exported. ${error}`
export const exportIt = 'Export'
export const exportIt2 = (size: string) => `Export ${size}`
export const thereNoTrades = 'There are no trades to export yet.'
export const journalStillLoading = 'The journal is still loading.'
export const noTradePasses = 'No trade passes this filter.'

// page
export const trades = 'Trades'
export const statistics = 'Statistics'
export const compare = 'Compare'
export const postTrade = 'Post-trade'
export const loadingOfTrades = (count: string, total: string) => `Loading: ${count} of ${total} trades`
export const importIt = 'Import'
export const journalUpdatedLast = (error: string) => `The journal could not be updated; this is the last reading. ${error}`
export const tryAgain = 'Try Again'
export const journalFailed = 'The journal could not be loaded'
export const loadingTheJournal = 'Loading the journal'
export const viewsJournal = 'Views of the journal'

// server-query
export const severalCoins = 'several coins'
export const severalTags = 'several tags'
