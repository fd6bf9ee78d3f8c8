// What the IPC chart says of a stop and of the level.

// stops
export const openPrice = (open: string) => `Open ${open}`
export const highPrice = (high: string) => `High ${high}`
export const lowPrice = (low: string) => `Low ${low}`
export const closePrice = (close: string) => `Close ${close}`

// level-handle
export const above = 'above'
