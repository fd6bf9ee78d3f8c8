// Every sentence of the order ticket's fields.

// read-size
export const thereNoPrice = 'There is no price to calculate the size from. Enter one.'
export const equityKnownYet = 'Your equity is not known yet.'
export const stopLossEntry = 'The stop-loss is at the entry: nothing would be at risk.'
export const lessThanSmallest = 'This is less than the smallest size.'
export const enterSizeAbove = 'Enter a size above 0.'
export const atMost100 = 'At most 100%.'
export const sizeStep = (lot: string) => `The size step is ${lot}.`
export const orderBelowMinimum = 'The order is below the minimum value of this market.'

// read
export const marketTimeKnown = 'The market time is not known yet.'
export const enterPriceAbove = 'Enter a price above 0.'
export const priceStep = (tick: string) => `The price step is ${tick}.`
export const enterWholeNumber = 'Enter a whole number.'
export const from1To = (maxLeverage: bigint) => `From 1 to ${maxLeverage}.`
export const fromTo = (least: string, most: string) => `From ${least} to ${most}%.`
export const figure0110 = 'From 0.1 to 10.'
export const wholeNumber = (least: number, most: number) => `A whole number from ${least} to ${most}.`

// problems
export const aTriggerPrice = 'a trigger price'
export const theLastPrice = 'the last price'
export const numberOrders = 'the number of orders'
export const theSkew = 'the skew'
export const theMinutes = 'the minutes'
export const enter = (text: string) => `Enter ${text}.`

// typed-decimal
