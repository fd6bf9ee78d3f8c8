// Every sentence of Trade's positions.

// add-stop
export const move = 'Move'
export const addStop = 'Add stop'
export const moveStopOf = (symbol: string) => `Move the stop of ${symbol}`
export const addStopTo = (symbol: string) => `Add stop to ${symbol}`
export const stopFor = (symbol: string) => `Stop for ${symbol}`
export const triggerByMark = 'Trigger (mark price)'
export const stopEffect = (moves: string, mark: string) =>
  `Closes the whole position at market when the mark price ${moves} to it. Mark price now: ${mark}.`
export const notKnown = 'not known'
export const cancel = 'Cancel'
export const setStop = 'Set stop'
export const takeProfitFor = (symbol: string) => `Take profit for ${symbol}`
export const setTakeProfit = 'Set take profit'
export const resultThere = (result: string) => `Result at this price: ${result} USDC, before fees.`
export const enterAPrice = 'Enter a price.'
export const priceStep = (price: string) => `The price step is ${price}.`

// edit-margin
export const changeLeverage = 'Change leverage and margin'
export const leverageAndMarginOf = (symbol: string, words: string) => `Leverage and margin of ${symbol}: ${words}`

// margin-dialog
export const marginOf = (symbol: string) => `Margin of ${symbol}`
export const positionClosed = 'The position was closed.'
export const crossHasNoMargin =
  'A cross position is backed by the whole account: it has no margin of its own, and its leverage does not move its liquidation.'
export const margin = 'Margin'
export const freeMargin = 'Free margin'
export const liquidation = 'Liquidation'
export const wholeNumberTo = (text: string) => `A whole number from 1 to ${text}.`
export const marketMaximum = 'what the market allows'
export const leverage = 'Leverage'
export const leverageEffect = 'Higher leverage uses less margin. Open orders of this coin change with it.'
export const marginMode = 'Margin mode'
export const cross = 'Cross'
export const isolated = 'Isolated'
export const modeStays = 'The margin mode can be changed when this coin has no position and no open orders.'
export const setLeverage = 'Set leverage'
export const enterAnAmount = 'Enter an amount.'
export const isolatedMargin = 'Isolated margin'
export const amountUsdc = 'Amount (USDC)'
export const marginEffect = 'More margin moves liquidation further away. The initial margin cannot be removed.'
export const remove = 'Remove'
export const add = 'Add'

// position-row
export const show = (symbol: string) => `Show ${symbol}`
export const long = '▲ Long '
export const short = '▼ Short '
export const neverLiquidated = 'Not liquidated at any price above 0.'
export const closeAtMarket = (text: string, symbol: string) => `Close ${text} of ${symbol} at market`
export const reverseEffect = 'Close and open the same size on the other side'
export const reverse = 'Reverse'
export const reverseOf = (symbol: string) => `Reverse ${symbol}`
export const alertOn = (symbol: string) => `Alert on ${symbol}`
export const yourPosition = 'your position'
export const stopOfPosition = 'The stop of this position'
export const stopsOfParts = (each: string) => `Stops for a part of this position: ${each}`
export const stopForPart = (trigger: string, size: string) => `${trigger} for ${size}`
export const stopsForPart = (count: number, size: string) => `${count} stops for ${size}`
export const breakEvenEffect = (text: string) => `Moves the stop to ${text}: no loss except fees.`
export const theEntry = 'the entry'
export const breakEven = 'Break-even'
export const breakEvenOf = (symbol: string) => `Break-even: the stop of ${symbol}`

// slot
export const noOpenPositions = 'No open positions. Positions appear here until they are closed.'
export const openPositions = 'Open positions'
export const position = 'Position'
export const entry = 'Entry'
export const mark = 'Mark'
export const unrealised = 'Unrealised'
export const close = 'Close'
export const stop = 'Stop'
