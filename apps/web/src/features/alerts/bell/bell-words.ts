// Every sentence of the alerts' bell.

// panel
export const newestAlerts = 'Newest alerts'
export const alerts = 'Alerts'
export const markAllRead = 'Mark all as read'
export const loadingNewestAlerts = 'Loading the newest alerts'
export const newestAlertsFailed = 'The newest alerts could not be loaded.'
export const noAlertsFiredYet = 'No alerts fired yet. They appear here when they do.'
export const firedAlerts = 'Fired alerts'
export const newAlert = 'New alert'
export const allTradeAlerts = 'All trade alerts'
export const unread = 'Unread:'
export const markRead = (text: string) => `Mark as read: ${text}`
export const markAsRead = 'Mark as read'

// new logins
export const newLogins = 'New logins'
export const newLogin = (device: string) => `New login: ${device}`
export const sessionEnded = 'logged out since'
export const notYou = 'Not you? End the session and change your password.'
export const showSessions = 'Show sessions'
export const markLoginSeen = (device: string) => `Mark as seen: new login with ${device}`
export const markAsSeen = 'Mark as seen'

// bell
/** The count as the end of a name; empty where nothing is unread, or the first reading is under way. */
export function unreadWords(unread: number | null, isOld: boolean): string {
  if (unread === null || unread === 0) return isOld ? 'unread count not known' : ''
  return isOld ? `${unread} unread when last known` : `${unread} unread`
}
export const tradeAlerts = (words: string) => (words === '' ? 'Trade alerts' : `Trade alerts, ${words}`)
export const unreadOfBell = (unread: number) => `${unread} unread`
