// What stands where a book or a tape cannot be shown.

export const no = (what: string) => `No ${what}`
export const available = (what: string, symbol: string) => `The ${what} of ${symbol} is not available`
export const marketSourceDoes = 'The market source does not provide it right now. It appears here automatically.'
export const syntheticNeverQuoted = 'Synthetic, never quoted'
export const staleOld = (what: string, age: string) => `stale: the ${what} is ${age} old`
export const needsLiveConnection = (what: string) => `The ${what} needs the live connection`
export const liveUpdatesBlocked = 'Live updates are blocked on this network. Prices refresh every few seconds instead.'
export const serverCannotReached = 'The server cannot be reached. Trying again automatically.'
export const theOfWaits = (what: string, symbol: string) => `The ${what} of ${symbol} is not open`
export const orderBooksOpen = (most: number) => `${most} order books are open, the maximum. Close one, or let it follow the same coin.`
