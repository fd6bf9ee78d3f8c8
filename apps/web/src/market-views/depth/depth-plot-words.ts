// What the depth plot says.

export const depthUpPrice = (symbol: string) => `Depth of ${symbol} up to a price`
export const depthWithinMid = (text: string) => `Depth within ±${text}% of the mid price`
