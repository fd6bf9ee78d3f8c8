export const priceChartOf = (symbol: string) => `Price chart of ${symbol}`

export const selected = (text: string) => `Selected: ${text}`
