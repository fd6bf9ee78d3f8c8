// Every sentence of the Trade page, its presets and the kinds of its slots; those of its keys: trade-key-words.ts.

// presets
export const standardAbout = 'Standard: chart, book and ticket'
export const standard = 'Standard'
export const wideAbout = 'Wide: positions beside orders'
export const wide = 'Wide'
export const ladderPresetAbout = 'Ladder beside the chart'
export const ladder = 'Ladder'

// slot-kinds
export const ticket = 'Ticket'
export const ticketAbout = 'Enter, preview and send an order'
export const chart = 'Chart'
export const chartAbout = 'Candles with your orders, position and fills'
export const book = 'Book'
export const bookAbout = 'Order book with your orders'
export const ladderAbout = 'Every price step, one click to trade'
export const trades = 'Trades'
export const tradesAbout = 'Trades as they happen'
export const positions = 'Positions'
export const positionsAbout = 'Open positions: close, reverse, add a stop'
export const orders = 'Orders'
export const ordersAbout = 'Open orders with their queue position, and past ones'
export const fills = 'Fills'
export const fillsAbout = 'Fills and their evidence'
export const balances = 'Balances'
export const balancesAbout = 'Equity, margin, fees and funding'
export const ledger = 'Ledger'
export const ledgerAbout = 'All postings, balanced to zero'
export const alerts = 'Alerts'
export const alertsAbout = 'Your alerts on a coin, and new ones'

// page
export const trade = 'Trade'

// use-fill-news
export const bought = 'Bought'
export const sold = 'Sold'
