// Every sentence of Trade's bar.

// flatten-dialog
export const flattenQuestion = 'Cancel and close everything?'
export const flattenEffect = (orders: string, positions: string) =>
  `This cancels ${orders}, stops included, and closes ${positions} at market. A position whose market is stale is named and closed later.`
export const openOrder = 'open order'
export const keepEverything = 'Keep everything'
export const cancelCloseAll = 'Cancel and close all'

// trade
export const trading = 'Trading'
export const change24h = '24h change'
export const notKnown = 'Not known'
export const equity = 'Equity'
export const unrealised = 'Unrealised'
export const freeMargin = 'Free'
export const soundOn = 'Sound on fills: on'
export const soundOff = 'Sound on fills: off'
export const disarmedIdle = 'Disarmed: no activity for five minutes.'
export const disarmedFollowing = 'Disarmed: this window now follows another.'
export const disarmedAnotherAccount = 'Disarmed: another account is now active.'
export const armed = 'Armed'
export const arm = 'Arm'
export const armedTitle = 'Single clicks and keys send orders. Press to stop.'
export const armTitle = 'Send orders by single clicks in book and ladder, and by single keys.'
export const armedNotice = 'Armed: single clicks and keys send orders.'
export const flattenTitle = 'Flatten: cancel and close everything'
export const flatten = 'Flatten'
