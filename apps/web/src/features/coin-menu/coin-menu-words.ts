// Every sentence of coin menu.

// coin-menu
export const alertOn = (symbol: string) => `Alert on ${symbol}…`
export const alertShortcut = 'Shift+N'
export const trade = (symbol: string) => `Trade ${symbol}`
export const chartOf = (symbol: string) => `Chart of ${symbol}`
