// Every sentence of Trade's orders.

// done
export const loadingOrders = 'Loading orders'
export const pastOrdersFailed = 'Past orders could not be loaded'
export const noOrderEnded = 'No order has ended yet.'
export const endedOrders = 'Ended orders'
export const order = 'Order'
export const filled = 'Filled'
export const average = 'Average'
export const state = 'State'
export const why = 'Why'
export const when = 'When'

// move-preview-box
export const whatMoveWould = 'What the move would change'
export const liquidation = 'Liquidation'
export const movedOnlyFill = ', moved only by a fill'
export const wouldTradeOnce = 'It would trade at once there.'
export const letGoSend = 'Let go to send, Escape takes it back.'
export const enterSendsEscape = 'Enter sends, Escape takes it back.'

// move-question
export const wouldTradeOnce2 = 'This would trade at once'
export const wouldMeetOther = (order: string, figure: string) =>
  `${order} at ${figure} would meet the other side of the book and trade as a taker.`
export const keepTheOrder = 'Keep the order'
export const moveAndTrade = 'Move and trade'

// order-row
export const takeProfit = 'Take profit'
export const stopLoss = 'Stop loss'
export const part = 'Part'
export const arrowUpDown = (words: string) => `${words}. Arrow up and down move its price, Enter sends it there, Delete cancels it.`
export const ofFilled = (filled: string, size: string) => `${filled} of ${size} filled`
export const price = 'Price'
export const trigger = 'Trigger'
export const heldMarketStale = 'Held: market stale'
export const until = 'until'
export const cancel = (words: string) => `Cancel: ${words}`
export const buy = '▲ Buy'
export const sell = '▼ Sell'

// slot
export const ordersToShow = 'Orders to show'
export const open = 'Open'
export const ended = 'Ended'
export const noOrderOpen = 'No order is open.'
export const cancelAll = 'Cancel all'
export const noOpenOrders = 'No open orders. Orders that rest, wait for a trigger or are being worked appear here.'
export const openOrders = 'Open orders'
export const size = 'Size'
export const queue = 'Queue'
export const actions = 'Actions'

// submission-row
export const sending = 'Sending…'
export const noAnswerArrived = 'No answer arrived, and the server has no such order yet.'
export const noAnswerArrived2 = 'No answer arrived, and the server cannot be reached. The order may or may not be open.'
export const refused = (words: string) => `Refused: ${words}`
export const checkAgain = 'Check again'
export const sendAgain = 'Send again'
export const dismiss = 'Dismiss'
