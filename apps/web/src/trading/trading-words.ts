// Every sentence of the trading commands.

// commands
export const earlierWaits = (symbol: string) => `an earlier command for ${symbol} still waits for its answer. Try again then.`
export const notCanceled = 'Not canceled'
export const notMoved = 'Not moved'
export const all = 'All'
export const notClosed = 'Not closed'
export const notReversed = 'Not reversed'
export const closedNotReversed = (symbol: string) => `${symbol}: closed, but the other side was not opened.`
export const leverageNotChanged = 'The leverage was not changed'
export const marginNotChanged = 'The margin was not changed'
export const stopNotSet = 'No stop was set'
export const takeProfitNotSet = 'No take profit was set'
export const notFlattened = 'Not flattened'
export const notClosedBecause = (symbol: string, detail: string) => `${symbol} is not closed: ${detail}`
export const noNewAccount = 'No new account was opened'

// may-trade
export const windowFollows = 'This window follows another. Orders are sent from the leading window.'
export const serverUnreachable = 'Nothing can be sent until the server answers again.'
export const accountStillLoading = 'Your account is still loading.'
export const accountClosed = 'This account is closed.'
export const sourceChanged = 'The market source has changed. This account is read-only.'
export const notInSubscription = 'Your subscription does not include trading.'

// quick-order
export const marketNotKnown = 'The market is not known yet.'
export const ticketNoSize = 'The ticket has no size.'
export const ticketIsOn = (symbol: string) => `The ticket is on ${symbol}.`
export const notSent = (words: string) => `Not sent: ${words}`
