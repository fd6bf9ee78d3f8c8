export const turnItTo = (symbol: string) => `Use it for ${symbol}`
