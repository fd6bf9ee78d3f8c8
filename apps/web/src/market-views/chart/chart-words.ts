export const priceChartOf = (symbol: string) => `Price chart of ${symbol}`

export const selected = (words: string) => `Selected: ${words}`
