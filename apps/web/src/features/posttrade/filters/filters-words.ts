// Every sentence of the journal's filters.

// filter-bar
export const longAndShort = 'Long and short'
export const long = 'Long'
export const short = 'Short'
export const anyResult = 'Any result'
export const won = 'Won'
export const lost = 'Lost'
export const breakEven = 'Break-even'
export const stillOpen = 'Still open'
export const anyOrigin = 'Any origin'
export const paper = 'Paper'
export const imported = 'Imported'
export const anyRating = 'Any rating'
export const oneOrMore = '1 or more'
export const twoOrMore = '2 or more'
export const threeOrMore = '3 or more'
export const fourOrMore = '4 or more'
export const mon = 'Mon'
export const tue = 'Tue'
export const wed = 'Wed'
export const thu = 'Thu'
export const fri = 'Fri'
export const sat = 'Sat'
export const sun = 'Sun'
export const filters = 'Filters'
export const coin = 'Coin'
export const tag = 'Tag'
export const noTagsYet = 'No tags yet.'
export const side = 'Side'
export const result = 'Result'
export const from = 'From'
export const to = 'To'
export const net = 'Net'
export const weekday = 'Weekday'
export const hour = 'Hour'
export const rating = 'Rating'
export const origin = 'Origin'
export const clearOneFilter = 'Clear 1 filter'
export const clearFilters = (count: number) => `Clear ${count} filters`

// names-menu
export const nothingToChoose = 'Nothing to choose.'
export const searchNamed = (title: string) => `Search: ${title}`
export const search = 'Search'

// range-field
export const enterNumber = 'A number, such as -1.5'
