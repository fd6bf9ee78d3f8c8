// Every sentence of the Trade page, its presets, keys and the kinds of its slots.

// presets
export const standardChartBook = 'Standard: chart, book and ticket'
export const standard = 'Standard'
export const widePositionsBeside = 'Wide: positions beside orders'
export const wide = 'Wide'
export const ladderBesideChart = 'Ladder beside the chart'
export const ladder = 'Ladder'

// slot-kinds
export const ticket = 'Ticket'
export const writePreviewSend = 'Write, preview and send an order'
export const chart = 'Chart'
export const candlesOrdersPosition = 'Candles with your orders, position and fills'
export const book = 'Book'
export const orderBookOrders = 'Order book with your orders'
export const everyPriceStep = 'Every price step, one click to trade'
export const trades = 'Trades'
export const tradesTheyHappen = 'Trades as they happen'
export const positions = 'Positions'
export const openPositionsClose = 'Open positions: close, reverse, add a stop'
export const orders = 'Orders'
export const openOrdersTheir = 'Open orders with their queue position, and past ones'
export const fills = 'Fills'
export const eachFillEvidence = 'Fills and their evidence'
export const balances = 'Balances'
export const equityMarginFees = 'Equity, margin, fees and funding'
export const ledger = 'Ledger'
export const everyPostingBalanced = 'All postings, balanced to zero'
export const alerts = 'Alerts'
export const alertsCoinNew = 'Your alerts on a coin, and new ones'

// page
export const trade = 'Trade'

// use-fill-news
export const bought = 'Bought'
export const sold = 'Sold'

// use-keys
export const whileArmed = (title: string) => `${title} (while armed)`
export const writeBuyOrder = 'Write a buy order'
export const writeSellOrder = 'Write a sell order'
export const goOpenOrders = 'Go to open orders'
export const goToPositions = 'Go to positions'
export const goToFills = 'Go to fills'
export const armDisarmOne = 'Arm or disarm one-click trading'
export const cancelCloseEverything = 'Cancel and close everything…'
export const cancelAllOrders = 'Cancel all orders of every coin'
export const buyBestBid = 'Buy at the best bid'
export const sellBestAsk = 'Sell at the best ask'
export const buyMarket2 = 'Buy at the market'
export const sellMarket2 = 'Sell at the market'
export const cancelNewestOrder = 'Cancel the newest order'
export const cancelAllOrders2 = 'Cancel all orders of this coin'
export const closeThePosition = 'Close the position'
export const closeHalfPosition = 'Close half of the position'
export const reverseThePosition = 'Reverse the position'
export const stopBreakEven = 'Stop to break-even'
