// Every sentence of the journal's charts.

// calendar-map
export const mon = 'Mon'
export const tue = 'Tue'
export const wed = 'Wed'
export const thu = 'Thu'
export const fri = 'Fri'
export const sat = 'Sat'
export const sun = 'Sun'
export const previousMonth = 'Previous month'
export const nextMonth = 'Next month'
export const calendarLabel = 'Net result by day of closing. Arrow keys move, Enter shows the trades of a day.'
export const dayResult = (day: string, net: string, trades: string) => `${day}: ${net} USDC, ${trades}`
export const netAndTrades = (net: string, trades: string) => `${net} USDC, ${trades}`

// excursion-scatter
export const maeAndMfe = 'MAE and MFE'
export const maeTo = (micro: string) => `MAE to ${micro}`
export const mfeTo = (mostFor: string) => `MFE to ${mostFor}`
export const wonLegend = 'won,'
export const lostLegend = 'lost. Right: deep drawdown first. High and lost: profit given back.'
export const rangesAtSmallerEnd = 'Where MAE and MFE are a range, the smaller ends are drawn.'
export const noExcursions = 'No trades with MAE and MFE.'
export const scatterSummary = (count: number, micro: string, mostFor: string, givenBack: number) =>
  `${count} trades. Largest MAE ${micro}, largest MFE ${mostFor}; ${givenBack} lost after an equal gain.`

// risk-histogram
export const resultsInR = 'Results in R'
export const noR = 'No R: no trade had a stop at entry.'
export const histogramSummary = (text: string) => `Histogram of results in R. ${text}.`
