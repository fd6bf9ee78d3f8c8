// Every sentence of Trade's account.

// balances-slot
export const equity = 'Equity'
export const cashIsolatedMargin = 'Cash, isolated margin and unrealised profit or loss.'
export const unrealised = 'Unrealised'
export const profitLossOpen = 'Profit or loss of open positions at the mark price.'
export const cash = 'Cash'
export const balanceLedger = 'The balance of the ledger.'
export const marginUsed = 'Margin used'
export const initialMarginOpen = 'Initial margin of open positions.'
export const freeMargin = 'Free margin'
export const availableNewOrders = 'Available for new orders.'
export const maintenance = 'Maintenance'
export const belowMuchEquity = 'Below this much equity, positions are liquidated.'
export const feesPaid = 'Fees paid'
export const sinceAccountOpened = 'Since the account was opened.'
export const fundingPaid = 'Funding paid'
export const sinceAccountOpened2 = 'Since the account was opened. A negative amount was received.'
export const knownMarketOpen = 'Not known: a market with an open position has no prices.'
export const usdc = (text: string) => `${text} USDC`
export const openedUsdcReal = (account: string, moment: string, deposit: string) =>
  `${account}, opened ${moment} with ${deposit} USDC. Not real money.`

// earlier-accounts
export const otherAccountsRead = 'Other accounts, read-only'
export const otherAccountsRead2 = 'Other accounts (read-only)'
export const opened = 'Opened'
export const state = 'State'
export const actions = 'Actions'
export const anotherMarketSource = 'of another market source'
export const openAccountRead = (moment: string) => `Open the account of ${moment}, read-only`
export const open = 'Open'

// more-button
export const older = 'Older'

// old
export const positions = 'Positions'
export const orders = 'Orders'
export const fills = 'Fills'
export const ledger = 'Ledger'
export const belongsAnotherMarket = 'From another market source'
export const itWasClosed = (moment: string) => `Closed ${moment}`
export const accountOf = (moment: string) => `Account of ${moment}`
export const cashUsdcOnly = (account: string, cash: string, state: string) => `${account}, cash ${cash} USDC. ${state}. Read-only.`
export const whatShow = 'Account history'
export const loading2 = 'Loading'
export const failed = 'This could not be loaded'
export const noPositionOpen = 'No positions.'
export const positionsAccount = 'Positions of this account'
export const position = 'Position'
export const size = 'Size'
export const entry = 'Entry'
export const leverage = 'Leverage'
export const noOrders = 'No orders.'
export const noFills = 'No fills.'

// postings
export const deposit = 'Deposit'
export const fill = 'Fill'
export const marginMoved = 'Margin moved'
export const funding = 'Funding'
export const insurance = 'Insurance'
export const ledgerFailed = 'The ledger could not be loaded'
export const posting = 'Posting'
export const account = 'Account'
export const amountUsdc = 'Amount (USDC)'
export const when = 'When'

// reset
export const newAccount = 'New account…'
export const enterAnAmount = 'Enter an amount.'
export const openNewPaper = 'Open a new paper account'
export const currentAccountClosed = 'Your current account is closed with its orders and positions. It stays available, read-only.'
export const startingBalanceUsdc = 'Starting balance (USDC)'
export const cancel = 'Cancel'
export const closeOpenNew = 'Close and open a new one'
export const theHoursPremiumWas = "The hour's premium was not sampled throughout, so its funding rate is not known exactly."
export const estimated = ', estimated'
