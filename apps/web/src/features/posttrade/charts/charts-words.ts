// Every sentence of the journal's charts.

// calendar-map
export const mon = 'Mon'
export const tue = 'Tue'
export const wed = 'Wed'
export const thu = 'Thu'
export const fri = 'Fri'
export const sat = 'Sat'
export const sun = 'Sun'
export const monthBefore = 'Month before'
export const monthAfter = 'Month after'
export const netResultDay = 'Net result by day of closing. Arrow keys move, Enter shows the trades of a day.'
export const usdc = (day: string, net: string, trades: string) => `${day}: ${net} USDC, ${trades}`
export const usdc2 = (net: string, trades: string) => `${net} USDC, ${trades}`

// excursion-scatter
export const maeAndMfe = 'MAE and MFE'
export const maeTo = (micro: string) => `MAE to ${micro}`
export const mfeTo = (mostFor: string) => `MFE to ${mostFor}`
export const won = 'won,'
export const lostFarRight = 'lost. Far right: deep under water first. High up and lost: a gain given back.'
export const noTradeMae = 'No trade has an MAE and an MFE.'
export const tradesDeepestStood = (count: number, micro: string, mostFor: string, givenBack: number) =>
  `${count} trades. The deepest stood at ${micro}, the best at ${mostFor}; ${givenBack} ended with a loss after a gain that was as large.`

// risk-histogram
export const resultsInR = 'Results in R'
export const noTradeHad = 'No trade had a stop when it was opened, so none has an R.'
export const histogramResultsR = (text: string) => `Histogram of results in R. ${text}.`
