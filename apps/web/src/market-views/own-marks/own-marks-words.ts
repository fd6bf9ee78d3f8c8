// Every sentence of own marks.

// own-marks
export const market = 'Market'
export const limit = 'Limit'
export const stop = 'Stop'
export const stopLimit = 'Stop limit'
export const takeProfit = 'Take profit'
export const trailingStop = 'Trailing stop'
export const scaled = 'Scaled'
export const buy = 'Buy'
export const sell = 'Sell'
export const long = 'Long'
export const short = 'Short'
export const liquidation = 'Liquidation'
export const enterMovesHere = 'Press Enter to move it here'
