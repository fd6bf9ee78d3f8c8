// Every sentence of the alerts' editor.

// alert
export const alertSet = (title: string) => `Alert set: ${title}.`
export const alertChanged = (title: string) => `Alert changed: ${title}.`
export const newAlert = 'New alert'
export const changeAlert = (title: string) => `Change alert: ${title}`
export const filledInBy = (filledBy: string) => `Filled in by ${filledBy}. Not saved yet.`
export const cancel = 'Cancel'
export const saveAlert = 'Save alert'
export const saveChanges = 'Save changes'
export const readingPrice = (symbol: string) => `Loading the price of ${symbol} …`
export const priceFailed = (symbol: string) => `The price of ${symbol} could not be loaded.`
export const noPriceYet = (symbol: string) => `${symbol} has no price yet.`
export const oldPrice = (symbol: string, price: string, age: string) => `${symbol} was at ${price}, ${age} ago. There is no newer price.`
export const currentPrice = (symbol: string, price: string) => `${symbol} is at ${price} now.`
export const notAvailableNow = (reason: string) => `Not available now. ${reason}`

// alert-plot
export const pastTriggers = 'Past triggers'

// condition-fields
export const risesAbove = 'rises above'
export const fallsBelow = 'falls below'
export const risesBy = 'rises by'
export const fallsBy = 'falls by'
export const movesBy = 'moves by'
export const watch = 'Watch'
export const horizon = 'Horizon'
export const forecastLine = 'Forecast line'
export const whenIt = 'When it'
export const coin = 'Coin'
export const anyCoin = 'Any coin'
export const within = 'Within'
export const level = 'Level'
export const ofLiquidation = '% of liquidation'
export const atLeast = 'At least'
export const timesTheUsual = '× the usual'
export const whenItBecomes = 'When it becomes'

// preview-note
export const wouldHaveFired = (fired: string, span: string, text: string) =>
  `Would have fired ${fired} in the last ${span}, by ${text} candles.`
export const wouldNotHaveFired = (span: string, text: string) => `Would not have fired in the last ${span}, by ${text} candles.`
export const previewTitle = 'Past triggers'
export const alreadyTrue = 'Already true. The alert fires the next time it becomes true again.'
export const previewFailed = 'Past triggers could not be loaded.'

// terms-fields
export const triggers = 'Triggers'
export const everyTime = 'every time'
export const atMostEvery = 'At most every'
export const noLimit = 'no limit'
export const until = 'Until'
export const leaveEmptyForNoEnd = 'Leave empty for no end.'
export const note = 'Note'
export const notePlaceholder = 'What to do when it fires'
export const notifyBy = 'Notify me by'
export const switchedOff = 'switched off'
export const notLinkedYet = 'not linked yet'
export const noBrowserYet = 'no browser yet'
export const noneSetUp = 'none set up yet'
