export const lastCandles = (symbol: string, tableCandles: number, text: string) => `${symbol}, last ${tableCandles} candles of ${text}`

export const removeNamed = (text: string) => `Remove ${text}`
export const length = (text: string) => `Length${text}`

export const styleOf = (text: string) => `Style of ${text}`
export const widthOf = (text: string) => `Width of ${text}`
export const lineOf = (text: string) => `Line of ${text}`

export const text = 'Text'
