export const priceChartOf = (symbol: string) => `Price chart of ${symbol}`

// selected-drawing
export const selected = (words: string) => `Selected: ${words}`
