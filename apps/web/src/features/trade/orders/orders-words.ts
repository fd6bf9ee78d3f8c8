// Every sentence of Trade's orders.

// done
export const loadingOrders = 'Loading orders'
export const pastOrdersFailed = 'Past orders could not be loaded'
export const noPastOrders = 'No past orders yet. Orders that end appear here.'
export const endedOrders = 'Past orders'
export const order = 'Order'
export const filled = 'Filled'
export const average = 'Average'
export const state = 'State'
export const why = 'Why'
export const when = 'When'

// move-preview-box
export const moveEffect = 'Effect of the move'
export const liquidation = 'Liquidation'
export const liquidationMovedByFill = ', moved only by a fill'
export const wouldTradeAtOnce = 'It would trade at once.'
export const releaseToSend = 'Release to send, Escape to cancel.'
export const enterToSend = 'Enter to send, Escape to cancel.'

// move-question
export const moveQuestionTitle = 'This would trade at once'
export const wouldCrossSpread = (order: string, figure: string) => `${order} at ${figure} would cross the spread and trade as taker.`
export const keepTheOrder = 'Keep the order'
export const moveAndTrade = 'Move and trade'

// order-row
export const takeProfit = 'Take profit'
export const stopLoss = 'Stop loss'
export const part = 'Part'
export const rowKeys = (words: string) => `${words}. Arrow up and down move its price, Enter sends it there, Delete cancels it.`
export const ofFilled = (filled: string, size: string) => `${filled} of ${size} filled`
export const price = 'Price'
export const trigger = 'Trigger'
export const queueCounts =
  'Ahead of you: as if every cancel had been behind you; your order is filled by this count. Likely: as if cancels were spread evenly over the level.'
export const heldMarketStale = 'Held: market stale'
export const until = 'until'
export const cancel = (words: string) => `Cancel: ${words}`
export const buy = '▲ Buy'
export const sell = '▼ Sell'

// slot
export const ordersToShow = 'Orders to show'
export const open = 'Open'
export const ended = 'Ended'
export const noOrdersToCancel = 'No orders to cancel.'
export const cancelAll = 'Cancel all'
export const noOpenOrders = 'No open orders. Resting, triggered and working orders appear here.'
export const openOrders = 'Open orders'
export const size = 'Size'
export const queue = 'Queue'
export const actions = 'Actions'

// submission-row
export const sending = 'Sending…'
export const noAnswerNotPlaced = 'No answer arrived. The server does not have this order.'
export const noAnswerUnknown = 'No answer arrived and the server cannot be reached. The order may be open.'
export const refused = (words: string) => (words === '' ? 'Refused' : `Refused: ${words}`)
export const checkAgain = 'Check again'
export const sendAgain = 'Send again'
export const dismiss = 'Dismiss'
