// Every sentence about moving an order or a stop.

// preview
export const fromTheMark = 'From the mark'
export const fromTheMiddle = 'From the mid'
export const resultThere = 'Result at this price'
export const toLiquidation = 'To liquidation'
export const beyondIt = 'beyond it'

// with-undo
export const buy = 'Buy'
export const sell = 'Sell'
export const movedTo = (order: string, figure: string) => `${order} moved to ${figure}.`
export const undo = 'Undo'
export const filledOrEnded = 'it has been filled or has ended'
export const movedAgain = 'it was moved again'
export const notUndone = 'Not undone'
export const isBackAt = (moved: string, figure: string, text: string) => `${moved} is back at ${figure}${text}.`
export const atEndOfQueue = ', at the end of the queue'
export const notMovedBack = (order: string, why: string) => `${order} was not moved back: ${why}.`

// stops
export const markNotKnown = 'The mark price is not known.'
export const markHasNotPassedEntry = 'The mark price has not passed your entry. A stop there would close the position at once.'
