// Every sentence of the trading commands.

// commands
export const notCanceled = 'Not canceled'
export const notMoved = 'Not moved'
export const all = 'All'
export const notClosed = 'Not closed'
export const notReversed = 'Not reversed'
export const closedButOther = (symbol: string) => `${symbol}: closed, but the other side was not opened.`
export const leverageChanged = 'The leverage was not changed'
export const marginChanged = 'The margin was not changed'
export const noStopSet = 'No stop was set'
export const noStopSet2 = (words: string) => `No stop was set: ${words}`
export const notFlattened = 'Not flattened'
export const isNotClosed = (symbol: string, detail: string) => `${symbol} is not closed: ${detail}`
export const noNewAccount = 'No new account was opened'

// may-trade
export const windowFollowsAnother = 'This window follows another. Orders are sent from the leading window.'
export const serverCannotReached = 'The server cannot be reached. Nothing can be sent.'
export const accountStillLoading = 'Your account is still loading.'
export const accountClosed = 'This account is closed.'
export const marketSourceChanged = 'The market source has changed. This account is read-only.'
export const subscriptionDoesInclude = 'Your subscription does not include trading.'

// quick-order
export const marketKnownYet = 'The market is not known yet.'
export const ticketNoSize = 'The ticket has no size.'
export const notSent = (words: string) => `Not sent: ${words}`
