// What the IPC chart says of a stop and of the level.

// stops
export const open = (open: string) => `Open ${open}`
export const high = (high: string) => `High ${high}`
export const low = (low: string) => `Low ${low}`
export const close = (close: string) => `Close ${close}`

// level-handle
export const above = 'above'
