// What stands where a book or a tape cannot be shown.

export const noPart = (what: string) => `No ${what}`
export const notAvailable = (what: string, symbol: string) => `The ${what} of ${symbol} is not available`
export const notProvided = 'The market source does not provide it right now. It appears here automatically.'
export const syntheticBook = 'Synthetic, never quoted'
export const staleSince = (what: string, age: string) => `stale: the ${what} is ${age} old`
export const needsLive = (what: string) => `The ${what} needs the live connection`
export const liveUpdatesBlocked = 'Live updates are blocked on this network. Prices refresh every few seconds instead.'
export const notOpen = (what: string, symbol: string) => `The ${what} of ${symbol} is not open`
export const mostBooksOpen = (most: number) => `${most} order books are open, the maximum. Close one, or let it follow the same coin.`
