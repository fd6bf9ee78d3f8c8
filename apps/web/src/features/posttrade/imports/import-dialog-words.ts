// Every sentence of the journal's imports.

// date-order-question
export const whichComesFirst = (name: string) => `Which comes first in the dates of ${name}?`
export const noDateDay = (name: string, text: string) => `No date in ${name} has a day above 12. Which day is ${text}?`
export const theDay = 'The day'
export const dayFirst = (first: number, second: string) => `${first} ${second} (day first)`
export const theMonth = 'The month'
export const monthFirst = (second: number, first: string) => `${second} ${first} (month first)`

// file-choice
export const csvFileBinance =
  'A CSV file of Binance, Bybit, Hyperliquid, dYdX or Coinbase is recognised by its header; of any other, you say which column is which. Nothing is stored before you confirm.'
export const csvFile = 'CSV file'
export const chooseAFile = 'Choose a file'

// former-imports
export const earlierImportsFailed = (error: string) => `Earlier imports could not be loaded. ${error}`
export const earlierImports = 'Earlier imports'
export const takeBack = (name: string) => `Take back ${name}`
export const takeBack2 = 'Take back'

// import-dialog
export const reading = (name: string) => `Reading ${name}`
export const takingImportBack = 'Taking the import back'
export const importTrades = 'Import trades'
export const readingFileAgain = 'Reading the file again'
export const storingTheTrades = 'Storing the trades'
export const anotherFile = 'Another file'
export const close = 'Close'
export const isEmpty = (name: string) => `${name} is empty.`
export const mbImportMost = (name: string, megabytes: string, figure: number) =>
  `${name} has ${megabytes} MB; an import has at most ${figure} MB. Export a shorter time from the exchange.`

// preview
export const rows = 'Rows'
export const toAdd = 'To add'
export const alreadyThere = 'Already there'
export const nothingToJournal = 'Nothing to journal'
export const notReadable = 'Not readable'
export const datesAreRead = (text: string) => `Dates are read ${text}.`
export const dayFirst2 = 'day first'
export const monthFirst2 = 'month first'
export const nothingFileNew = 'Nothing in this file is new.'
export const add = (entries: string) => `Add ${entries}`
export const cannotReadWill = (problem_count: string) => `${problem_count} cannot be read and will be left out`
export const row = (row: number, text: string) => `Row ${row}: ${text}`
export const entriesTheyRead = 'Entries as they were read'
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
export const importTakenBack = (name: string) => `The import of ${name} was taken back: nothing of it is left in the journal.`
export const stillBeingStored = (name: string) => `${name} is still being stored. Close this and come back: all of it arrives, or nothing.`
export const addedFrom = (entries: string, name: string) => `${entries} added from ${name}`
export const alreadyThereSkipped = (duplicates: string) => `${duplicates} already there and skipped.`
export const rowWas = 'row was'
export const rowsWere = 'rows were'
export const takeImportBack = 'Take the import back'

// mapping-form
export const headerOneKnown = (name: string) => `The header of ${name} is not one of a known exchange. Say which column holds what.`
export const chooseAColumn = 'Choose a column'
export const none = 'None'
export const chooseColumn = (missing: string) => `Choose the column of: ${missing}.`
export const readTheFile = 'Read the file'
export const firstRowsFile = 'First rows of the file'

// mapping
export const time = 'Time'
export const side = 'Side'
export const fee = 'Fee'
export const coinFee = 'Coin of the fee'
export const identityTrade = 'Identity of the trade'
