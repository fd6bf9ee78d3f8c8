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
export const filledHadEnded = 'it was filled or had ended meanwhile'
export const movedAgainSince = 'it was moved again since'
export const notPutBack = 'Not put back'
export const isBackAt = (moved: string, figure: string, text: string) => `${moved} is back at ${figure}${text}.`
export const endQueueThere = ', at the end of the queue there'
export const putBack = (order: string, why: string) => `${order} is not put back: ${why}.`

// stops
export const markKnown = 'The mark is not known.'
export const markPassedEntry = 'The mark has not passed your entry: a stop there would close at once.'
