// Every sentence of the journal's imports.

// date-order-question
export const whichComesFirst = (name: string) => `Which comes first in the dates of ${name}?`
export const noDateDay = (name: string, text: string) => `The date order in ${name} is ambiguous. Which day is ${text}?`
export const theDay = 'The day'
export const dayFirst = (first: number, second: string) => `${first} ${second} (day first)`
export const theMonth = 'The month'
export const monthFirst = (second: number, first: string) => `${second} ${first} (month first)`

// file-choice
export const csvFileBinance =
  'CSV files of Binance, Bybit, Hyperliquid, dYdX and Coinbase are recognised. For other files you assign the columns. Nothing is saved before you confirm.'
export const csvFile = 'CSV file'
export const chooseAFile = 'Choose a file'

// former-imports
export const earlierImportsFailed = (error: string) => `Earlier imports could not be loaded. ${error}`
export const earlierImports = 'Earlier imports'
export const takeBack = (name: string) => `Undo import of ${name}`
export const takeBack2 = 'Undo import'

// import-dialog
export const reading = (name: string) => `Reading ${name}`
export const takingImportBack = 'Undoing the import'
export const importTrades = 'Import trades'
export const readingFileAgain = 'Reading the file again'
export const storingTheTrades = 'Storing the trades'
export const anotherFile = 'Another file'
export const close = 'Close'
export const isEmpty = (name: string) => `${name} is empty.`
export const mbImportMost = (name: string, megabytes: string, figure: number) =>
  `${name} has ${megabytes} MB; the limit is ${figure} MB. Export a shorter period.`

// preview
export const rows = 'Rows'
export const toAdd = 'To add'
export const alreadyThere = 'Already there'
export const nothingToJournal = 'Not trades'
export const notReadable = 'Not valid'
export const datesAreRead = (text: string) => `Dates are read ${text}.`
export const dayFirst2 = 'day first'
export const monthFirst2 = 'month first'
export const nothingFileNew = 'Everything in this file is already in the journal.'
export const add = (entries: string) => `Add ${entries}`
export const cannotReadWill = (problem_count: string) => `${problem_count} not valid, skipped`
export const row = (row: number, text: string) => `Row ${row}: ${text}`
export const entriesTheyRead = 'Preview'
export const row2 = 'Row'
export const when = 'When'
export const market = 'Market'
export const what = 'What'
export const size = 'Size'
export const price = 'Price'
export const feeFundingNet = 'Fee, funding or net'

// progress
export const rowsRead = 'rows read'
export const rowsStored = 'rows stored'
export const tradesBuilt = 'trades built'

// result
export const importTakenBack = (name: string) => `Import of ${name} undone. Its trades were removed from the journal.`
export const stillBeingStored = (name: string) => `${name} is still being saved. You can close this: all of it is saved, or nothing.`
export const addedFrom = (entries: string, name: string) => `${entries} added from ${name}`
export const alreadyThereSkipped = (duplicates: string) => `${duplicates} already there and skipped.`
export const rowWas = 'row was'
export const rowsWere = 'rows were'
export const takeImportBack = 'Undo import'

// mapping-form
export const headerOneKnown = (name: string) => `The columns of ${name} are not recognised. Assign them below.`
export const chooseAColumn = 'Choose a column'
export const none = 'None'
export const chooseColumn = (missing: string) => `Assign a column to: ${missing}.`
export const readTheFile = 'Read the file'
export const firstRowsFile = 'First rows of the file'

// mapping
export const time = 'Time'
export const side = 'Side'
export const fee = 'Fee'
export const coinFee = 'Fee coin'
export const identityTrade = 'Trade ID'
