// What the button beside a fired alert says.

export const trade = 'Trade'
export const tradeNamed = (symbol: string, text: string) => `Trade ${symbol}: ${text}`
