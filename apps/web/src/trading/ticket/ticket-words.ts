// Every sentence of the order ticket's fields.

// read-size
export const noPriceForSize = 'There is no price to calculate the size from. Enter one.'
export const equityNotKnown = 'Your equity is not known yet.'
export const stopAtEntry = 'The stop-loss is at the entry: nothing would be at risk.'
export const belowSmallestSize = 'This is less than the smallest size.'
export const enterASize = 'Enter a size above 0.'
export const atMostHundredPercent = 'At most 100%.'
export const sizeStep = (lot: string) => `The size step is ${lot}.`
export const belowMinimumValue = 'The order is below the minimum value of this market.'

// read
export const marketTimeNotKnown = 'The market time is not known yet.'
export const enterAPrice = 'Enter a price above 0.'
export const priceStep = (tick: string) => `The price step is ${tick}.`
export const enterWholeNumber = 'Enter a whole number.'
export const leverageRange = (maxLeverage: bigint) => `From 1 to ${maxLeverage}.`
export const percentRange = (least: string, most: string) => `From ${least} to ${most}%.`
export const skewRange = 'From 0.1 to 10.'
export const wholeNumber = (least: number, most: number) => `A whole number from ${least} to ${most}.`

// problems
export const aTriggerPrice = 'a trigger price'
export const theLastPrice = 'the last price'
export const theNumberOfOrders = 'the number of orders'
export const theSkew = 'the price skew'
export const theSizeSkew = 'the size skew'
export const theMinutes = 'the minutes'
export const enter = (text: string) => `Enter ${text}.`
