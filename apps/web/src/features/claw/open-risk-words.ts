// Every sentence of the open risk.

// open-risk
export const loadingTradingAccount = 'Loading your trading account'
export const tradingAccountFailed = 'Your trading account could not be loaded'
export const openPositions = 'Open positions'
export const unrealised = 'Unrealised'
export const marginUsed = 'Margin used'
export const equity = 'Equity'
export const nearestLiquidation = (symbol: string, price: string, away: string) =>
  `Nearest liquidation: ${symbol} at ${price}, ${away} from the mark price.`
export const nothingOpen = 'Nothing is open. The nearest liquidation, and positions without a stop, appear here.'
export const withoutAStop = (bare: string) => `Without a stop: ${bare}.`
export const trade = 'Trade'
