// Every sentence of the market's figures beside the list.

// home-market
export const theMarket = 'The market'
export const totalMarketCap = 'Total market cap'
export const change24h = '24h change'
export const volume24h = '24h volume'
export const dominance = (text: string) => `${text} dominance`
export const largestCoin = 'Largest coin'
export const upAndDown24h = '24h up / down'
export const up = 'up'
export const down = 'down'
export const countNotKnown = (unknown: number) => `${unknown} not known`
