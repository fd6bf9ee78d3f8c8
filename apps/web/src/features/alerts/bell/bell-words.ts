// Every sentence of the alerts' bell.

// panel
export const newestAlerts = 'Newest alerts'
export const alerts = 'Alerts'
export const markAllRead = 'Mark all as read'
export const loadingNewestAlerts = 'Loading the newest alerts'
export const newestAlertsFailed = (error: string) => `The newest alerts could not be loaded. ${error}`
export const tryAgain = 'Try Again'
export const noAlertsFiredYet = 'No alerts fired yet. They appear here when they do.'
export const firedAlerts = 'Fired alerts'
export const newAlert = 'New alert'
export const allTradeAlerts = 'All trade alerts'
export const unread = 'Unread:'
export const markRead = (text: string) => `Mark as read: ${text}`
export const markAsRead = 'Mark as read'

// bell
export const tradeAlerts = (words: string) => `Trade alerts${words}`
export const unreadOfBell = (unread: number) => `${unread} unread`
