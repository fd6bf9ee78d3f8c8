// Every sentence of the alerts' list.

// alert
export const loadingYourAlerts = 'Loading your alerts'
export const alertsFailed = 'Your alerts could not be read'
export const theseFailed = (error: string) => `These could not be read again: they are as last told. ${error}`
export const noAlertNow = (text: string) => `No alert is ${text} now.`
export const arrowsMoveAlert = 'Arrows move from alert to alert, Enter edits, P pauses or activates, Delete deletes.'
export const showAlerts = 'Show alerts that are'
export const all = 'All'
export const noAlertsYet = 'No alerts yet'
export const newAlert = 'New alert'
export const alertsWillListed =
  'Your alerts will be listed here: prices, changes, volume, volatility, forecasts, your orders and positions. Set one here, from any chart by its menu, or with Shift+N on any coin.'

// alert-row
export const allArePaused = 'all are paused'
export const notYet = 'Not yet'
export const edit = (title: string) => `Edit: ${title}`
export const pause = 'Pause'
export const activate = 'Activate'
export const deleteIt = (title: string) => `Delete: ${title}`
export const once = 'Once'
export const everyTimeMost = (cooldown_s: string) => `Every time, at most every ${cooldown_s}`
export const everyTime = 'Every time'

// alert-table
export const alert = 'Alert'
export const state = 'State'
export const fires = 'Fires'
export const toldBy = 'Told by'
export const fired = 'Fired'
export const yourAlerts = 'Your alerts'
export const actions = 'Actions'
