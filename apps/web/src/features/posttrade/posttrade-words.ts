// Every sentence of the journal's page.

// empty-journal
export const noTradesYet = 'No trades yet'
export const startPaperTrading = 'Start paper trading'
export const importAFile = 'Import a file'
export const emptyJournal =
  'Every position appears here automatically with entry, exit, fees, R, MAE and MFE. Import a CSV file to add trades made elsewhere.'

// export-button
export const journalExported = (error: string) => `The journal could not be exported. ${error}`
export const picturesNotExported = (error: string) => `The pictures could not be exported. ${error}`
export const exportPictures = 'Pictures'
export const picturesAbout = 'Saves the chart at entry and exit of each trade, with the data that it is drawn from.'
export const tooManyPictures = (most: string) =>
  `Pictures are exported for up to ${most} trades at once. Filter by day, coin, side or tag, or export all data of your account.`
export const exportJournal = 'Export'
export const exportSize = (size: string) => `Export ${size}`
export const nothingToExport = 'There are no trades to export yet.'
export const journalStillLoading = 'The journal is still loading.'
export const noTradesMatch = 'No trades match this filter.'

// page
export const trades = 'Trades'
export const statistics = 'Statistics'
export const compare = 'Compare'
export const postTrade = 'Post-trade'
export const loadingTrades = (count: string, total: string) => `Loading: ${count} of ${total} trades`
export const importTrades = 'Import'
export const journalNotUpdated = 'The journal could not be updated. These are the last known trades.'
export const journalFailed = 'The journal could not be loaded'
export const loadingTheJournal = 'Loading the journal'
export const journalViews = 'Journal views'

// server-query
export const severalCoins = 'several coins'
export const severalTags = 'several tags'
