// Every sentence of the alerts' list.

// alert
export const loadingYourAlerts = 'Loading your alerts'
export const alertsFailed = 'Your alerts could not be loaded'
export const notUpdated = 'This could not be updated; these are the last known alerts.'
export const noAlertInState = (text: string) => `No alert is ${text} now.`
export const keyboardHint = 'Arrows move from alert to alert, Enter edits, P pauses or activates, Delete deletes.'
export const allPaused = 'All alerts are paused. None fires until you resume them.'
export const showAlertsThatAre = 'Show alerts that are'
export const all = 'All'
export const noAlertsYet = 'No alerts yet'
export const newAlert = 'New alert'
export const howToSetAlerts =
  'Set an alert on price, change, volume, volatility, forecast, orders or positions. Use New alert, a chart’s menu, or Shift+N on any coin.'

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
export const triggers = 'Triggers'
export const sentBy = 'Sent by'
export const fired = 'Fired'
export const yourAlerts = 'Your alerts'
export const actions = 'Actions'
