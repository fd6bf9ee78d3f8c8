// Every sentence of Trade's account.

// balances-slot
export const equity = 'Equity'
export const equityAbout = 'Cash, isolated margin and unrealised profit or loss.'
export const unrealised = 'Unrealised'
export const unrealisedAbout = 'Profit or loss of open positions at the mark price.'
export const cash = 'Cash'
export const cashAbout = 'The balance of the ledger.'
export const marginUsed = 'Margin used'
export const marginUsedAbout = 'Initial margin of open positions.'
export const freeMargin = 'Free margin'
export const freeMarginAbout = 'Available for new orders.'
export const maintenance = 'Maintenance'
export const maintenanceAbout = 'Below this much equity, positions are liquidated.'
export const feesPaid = 'Fees paid'
export const feesPaidAbout = 'Since the account was opened.'
export const fundingPaid = 'Funding paid'
export const fundingPaidAbout = 'Since the account was opened. A negative amount was received.'
export const notKnownNoPrices = 'Not known: a market with an open position has no prices.'
export const amountInUsdc = (text: string) => `${text} USDC`
export const openedWith = (account: string, moment: string, deposit: string) =>
  `${account}, opened ${moment} with ${deposit} USDC. Not real money.`

// earlier-accounts
export const otherAccountsTitle = 'Other accounts, read-only'
export const otherAccountsLabel = 'Other accounts (read-only)'
export const opened = 'Opened'
export const state = 'State'
export const actions = 'Actions'
export const ofAnotherSource = 'of another market source'
export const openAccountOf = (moment: string) => `Open the account of ${moment}, read-only`
export const open = 'Open'

// more-button
export const older = 'Older'

// old
export const positions = 'Positions'
export const orders = 'Orders'
export const fills = 'Fills'
export const ledger = 'Ledger'
export const fromAnotherSource = 'From another market source'
export const closedAt = (moment: string) => `Closed ${moment}`
export const accountOf = (moment: string) => `Account of ${moment}`
export const oldAccountSummary = (account: string, cash: string, state: string) => `${account}, cash ${cash} USDC. ${state}. Read-only.`
export const accountHistory = 'Account history'
export const loading = 'Loading'
export const failed = 'This could not be loaded'
export const noPositions = 'No positions.'
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
export const insuranceNote = (amount: string) =>
  `The venue's fund paid ${amount} USDC. On a real venue this could have been auto-deleveraging (ADL).`
export const ledgerFailed = 'The ledger could not be loaded'
export const posting = 'Posting'
export const account = 'Account'
export const amountUsdc = 'Amount (USDC)'
export const when = 'When'

// reset
export const newAccount = 'New account…'
export const enterAnAmount = 'Enter an amount.'
export const openNewAccount = 'Open a new paper account'
export const currentAccountIsClosed = 'Your current account is closed with its orders and positions. It stays available, read-only.'
export const startingBalance = 'Starting balance (USDC)'
export const cancel = 'Cancel'
export const closeAndOpenNew = 'Close and open a new one'
export const premiumNotSampled = "The hour's premium was not sampled throughout, so its funding rate is not known exactly."
export const estimated = ', estimated'
