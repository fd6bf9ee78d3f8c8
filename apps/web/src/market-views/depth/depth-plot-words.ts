// What the depth plot says.

export const depthUpToPrice = (symbol: string) => `Depth of ${symbol} up to a price`
export const depthWithin = (text: string) => `Depth within ±${text}% of the mid price`
