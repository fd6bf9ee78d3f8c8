// Every sentence of Trade's bar.

// flatten-dialog
export const cancelCloseEverything = 'Cancel and close everything?'
export const canceledStopsToo = (orders: string, positions: string) =>
  `This cancels ${orders}, stops included, and closes ${positions} at market. A position whose market is stale is named and closed later.`
export const openOrder = 'open order'
export const keepEverything = 'Keep everything'
export const cancelCloseAll = 'Cancel and close all'

// trade
export const trading = 'Trading'
export const last24Hours = '24h change'
export const notKnown = 'Not known'
export const equity = 'Equity'
export const unrealised = 'Unrealised'
export const free = 'Free'
export const soundFills = 'Sound on fills: on'
export const soundFillsOff = 'Sound on fills: off'
export const disarmedNoActivity = 'Disarmed: no activity for five minutes.'
export const disarmedWindowNow = 'Disarmed: this window now follows another.'
export const disarmedAnotherAccount = 'Disarmed: another account is now active.'
export const armed = 'Armed'
export const arm = 'Arm'
export const singleClicksKeys = 'Single clicks and keys send orders. Press to stop.'
export const letSingleClicks = 'Send orders by single clicks in book and ladder, and by single keys.'
export const armedSingleClicks = 'Armed: single clicks and keys send orders.'
export const flattenCancelClose = 'Flatten: cancel and close everything'
export const flatten = 'Flatten'
