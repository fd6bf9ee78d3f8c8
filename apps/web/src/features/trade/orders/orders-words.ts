export const order = 'Order'
export const filled = 'Filled'

export const wouldCrossSpread = (order: string, figure: string) => `${order} at ${figure} would cross the spread and trade as taker.`

export const ofFilled = (filled: string, size: string) => `${filled} of ${size} filled`

export const size = 'Size'
