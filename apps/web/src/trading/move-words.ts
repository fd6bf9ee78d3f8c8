// Every sentence about moving an order or a stop.

// preview
export const fromTheMark = 'From the mark'
export const fromTheMiddle = 'From the middle'
export const resultThere = 'Result there'
export const toLiquidation = 'To liquidation'
export const beyondIt = 'beyond it'

// with-undo
export const buy = 'Buy'
export const sell = 'Sell'
export const movedTo = (order: string, figure: string) => `${order} moved to ${figure}.`
export const undo = 'Undo'
export const filledHadEnded = 'it has been filled or has ended'
export const movedAgainSince = 'it was moved again'
export const notPutBack = 'Not undone'
export const isBackAt = (moved: string, figure: string, text: string) => `${moved} is back at ${figure}${text}.`
export const endQueueThere = ', at the end of the queue'
export const putBack = (order: string, why: string) => `${order} was not moved back: ${why}.`

// stops
export const markKnown = 'The mark is not known.'
export const markPassedEntry = 'The mark price has not passed your entry. A stop there would close the position at once.'
