// Every sentence of a coin's alerts.

// alert-levels
export const alertAbove = 'Alert above'
export const alertBelow = 'Alert below'
export const alert = 'Alert'

// coin-alerts
export const active = 'Active'
export const paused = 'Paused'
export const allArePaused = 'Paused: all alerts are'
export const fired = 'Fired'
export const expired = 'Expired'
export const loadingYourAlerts = 'Loading your alerts'
export const alertsFailed = 'Your alerts could not be loaded.'
export const noAlertsYet = (symbol: string) => `No alerts on ${symbol} yet. Price alerts appear on the chart, where you can drag them.`
export const alertsOn = (symbol: string) => `Alerts on ${symbol}`
export const newAlert = 'New alert'
export const tradeAlerts = 'Trade Alerts'
export const edit = (title: string) => `Edit: ${title}`
export const pause = 'Pause'
export const activate = 'Activate'
export const deleteIt = (title: string) => `Delete: ${title}`
