// What the commands, the news and the draft of an alert say.

// commands
export const notPaused = 'Not paused'
export const notActivated = 'Not activated'
export const notMoved = 'Not moved'
export const alertMovedTo = (text: string, level: string) => `${text} alert moved to ${level}.`
export const undo = 'Undo'
export const notDeleted = 'Not deleted'
export const deleted = (title: string) => `Deleted: ${title}.`
export const notRestored = 'Not restored'
export const notResumed = 'Not resumed'
export const tooManyChanges = 'Too many changes are waiting for the server. Try again in a moment.'
export const notLoggedInAnyMore = 'You are no longer logged in as the one who asked for this.'

// new logins
export const newLogin = (device: string, place: string) => `New login: ${device} (${place}).`
export const showSessions = 'Show sessions'
export const notMarkedSeen = (error: string) => `The login is not marked as seen. ${error}`

// news
export const alertsFired = (count: number, text: string) => `${count} alerts fired. Latest: ${text}`
export const notMarkedRead = (error: string) => `Not marked as read: ${error}`
