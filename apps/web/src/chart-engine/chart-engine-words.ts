// What the chart draws in words.

// bar-time
export const weekOf = (ms: string) => `Week of ${ms}`

// chart-engine
export const heikinAshiCandles = 'Heikin-Ashi candles are averages. Figures are traded prices.'

// scene
export const bought = 'Bought'
export const sold = 'Sold'
