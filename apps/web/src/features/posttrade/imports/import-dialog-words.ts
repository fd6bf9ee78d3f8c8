// Every sentence of the journal's imports.

// date-order-question
export const dateOrderQuestion = (name: string) => `Which comes first in the dates of ${name}?`
export const dateOrderAmbiguous = (name: string, text: string) => `The date order in ${name} is ambiguous. Which day is ${text}?`
export const theDay = 'The day'
export const dayFirstExample = (first: number, second: string) => `${first} ${second} (day first)`
export const theMonth = 'The month'
export const monthFirstExample = (second: number, first: string) => `${second} ${first} (month first)`

// file-choice
export const recognisedFiles =
  'CSV files of Binance, Bybit, Hyperliquid, dYdX and Coinbase are recognised. For other files you assign the columns. Nothing is saved before you confirm.'
export const csvFile = 'CSV file'
export const chooseAFile = 'Choose a file'

// former-imports
export const earlierImportsFailed = 'Earlier imports could not be loaded.'
export const earlierImports = 'Earlier imports'
export const undoImportOf = (name: string) => `Undo import of ${name}`
export const undoImport = 'Undo import'

// import-dialog
export const reading = (name: string) => `Reading ${name}`
export const undoingImport = 'Undoing the import'
export const importTrades = 'Import trades'
export const readingFileAgain = 'Reading the file again'
export const storingTheTrades = 'Storing the trades'
export const anotherFile = 'Another file'
export const close = 'Close'
export const isEmpty = (name: string) => `${name} is empty.`
export const fileTooLarge = (name: string, megabytes: string, figure: number) =>
  `${name} has ${megabytes} MB; the limit is ${figure} MB. Export a shorter period.`

// preview
export const rows = 'Rows'
export const toAdd = 'To add'
export const alreadyThere = 'Already there'
export const notTrades = 'Not trades'
export const notValid = 'Not valid'
export const datesAreRead = (text: string) => `Dates are read ${text}.`
export const dayFirst = 'day first'
export const monthFirst = 'month first'
export const nothingNew = 'Everything in this file is already in the journal.'
export const add = (entries: string) => `Add ${entries}`
export const notValidSkipped = (problem_count: string) => `${problem_count} not valid, skipped`
export const correctAndAgain = 'Correct these rows in the file and import it again: what is already there is skipped.'
export const rowProblem = (row: number, text: string) => `Row ${row}: ${text}`
export const preview = 'Preview'
export const row = 'Row'
export const when = 'When'
export const market = 'Market'
export const what = 'What'
export const size = 'Size'
export const price = 'Price'
export const feeFundingNet = 'Fee, funding or net'

export const closesUnopened = (fills: string) =>
  `${fills} of positions that were opened before this file begins. Import the earlier file too, or no trade is made of them.`

// progress
export const rowsRead = 'rows read'
export const rowsStored = 'rows stored'
export const tradesBuilt = 'trades built'

// result
export const importUndone = (name: string) => `Import of ${name} undone. Its trades were removed from the journal.`
export const stillBeingSaved = (name: string) => `${name} is still being saved. You can close this: all of it is saved, or nothing.`
export const addedFrom = (entries: string, name: string) => `${entries} added from ${name}`
export const alreadyThereSkipped = (duplicates: string) => `${duplicates} already there and skipped.`
export const unopenedKept = (fills: string) =>
  `${fills} of positions that no imported file opens. Import the earlier file, and trades are made of them.`
export const rowWas = 'row was'
export const rowsWere = 'rows were'
export const undoThisImport = 'Undo import'

// mapping-form
export const columnsNotRecognised = (name: string) => `The columns of ${name} are not recognised. Assign them below.`
export const chooseAColumn = 'Choose a column'
export const none = 'None'
export const assignColumns = (missing: string) => `Assign a column to: ${missing}.`
export const readTheFile = 'Read the file'
export const firstRows = 'First rows of the file'

// mapping
export const time = 'Time'
export const side = 'Side'
export const fee = 'Fee'
export const feeCoin = 'Fee coin'
export const tradeId = 'Trade ID'
