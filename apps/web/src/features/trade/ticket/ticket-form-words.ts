// Every sentence of Trade's ticket.

// ticket-form
export const orderTicketOf = (symbol: string) => `Order ticket of ${symbol}`
export const filledInBy = (filledBy: string) => `Filled in by ${filledBy}. Nothing has been sent. Check the order, then submit it.`
export const buy = 'Buy'
export const sell = 'Sell'

// head
export const side = 'Side'
export const buyUp = 'Buy ▲'
export const sellDown = 'Sell ▼'
export const orderType = 'Order type'
export const otherOrderTypes = 'Other order types'
export const more = 'More'
export const leverage = 'Leverage'
export const leverageLimit = (max_leverage: number) => `At most ${max_leverage} times`
export const marginMode = 'Margin mode'
export const marginModeAbout = 'Cross: the whole account backs the position. Isolated: only its own margin does.'
export const marginModeHeld = 'The margin mode stays as it is while this coin has a position or open orders.'
export const cross = 'Cross'
export const isolated = 'Isolated'

// options
export const goodTillCanceledGtc = 'Good till canceled (GTC)'
export const goodTillTimeGtt = 'Good till time (GTT)'
export const immediateOrCancelIoc = 'Immediate or cancel (IOC)'
export const fillOrKillFok = 'Fill or kill (FOK)'
export const postOnly = 'Post-only'
export const postOnlyAbout = 'Rejected if it would trade at once. Always a maker order.'
export const reduceOnly = 'Reduce-only'
export const reduceOnlyAbout = 'Only reduces a position.'
export const timeInForce = 'Time in force'
export const duration = 'Duration, by the market’s clock'
export const triggeredBy = 'Triggered by'
export const markPrice = 'mark price'
export const lastTrade = 'last trade'
export const takeProfitStop = 'Take profit and stop loss'

// preview
export const equity = 'Equity'
export const freeMargin = 'Free margin'
export const marginUsed = 'Margin used'
export const position = 'Position'
export const liquidation = 'Liquidation'
export const orderPreview = 'Order preview'
export const figure = 'Figure'
export const before = 'Before'
export const after = 'After'
export const averagePrice = 'Average price'
export const slippage = 'Slippage'
export const impact = 'Impact'
export const nothingTrades = 'nothing trades now'
export const noFreshBook = 'no fresh book'
export const fee = 'Fee'
export const tradesNow = 'Trades now'
export const rests = 'Rests'
export const noPreview = 'No preview:'

// prices
export const price = 'Price'
export const toPrice = 'To price'
export const trigger = 'Trigger'
export const distance = 'Distance'
export const activation = 'Activation'
export const orders = 'Orders'
export const skew = 'Price skew'
export const sizeSkew = 'Size skew'
export const minutes = 'Minutes'
export const maxSlippage = 'Max slippage'
export const takeProfit = 'Take profit'
export const tpLimit = 'TP limit'
export const stopLoss = 'Stop loss'
export const slLimit = 'SL limit'
export const atOnce = 'at once'
export const distanceUnit = 'Distance unit'
export const priceUnit = 'price'
export const useBestBid = 'Use the best bid'
export const bid = 'Bid'
export const useBestAsk = 'Use the best ask'
export const ask = 'Ask'

// size
export const ofEquity = '% of equity'
export const atRisk = '% at risk'
export const size = 'Size'
export const sizeUnit = 'Size unit'
export const shareOfEquity = 'Share of the equity'
export const equityAsMargin = (share: string) => `${share}% of the equity as margin`

// slot
export const tradingRulesFailed = (symbol: string) => `The trading rules of ${symbol} could not be loaded`
export const cannotBeTraded = (symbol: string) => `${symbol} cannot be traded`
export const noPerpetual = 'This market source has no perpetual contract for this coin.'
export const loadingTheTicket = 'Loading the ticket'
export const alertNoted = 'The journal will record the alert that led to this order.'
export const liquidationOnceFilled = 'Liquidation once filled'
