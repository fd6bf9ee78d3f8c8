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

// draft
export const writePlainNumber = 'Write a plain number, such as 70,000.'
export const writeDecimalsAfter = 'Write the decimals after a point: 1.5.'
export const mustAbove0 = 'It must be above 0.'
export const atMost = (most: string) => `At most ${most}.`
export const chooseACoin = 'Choose a coin.'
export const atMost100 = 'At most 100.'
export const chooseTimeLies = 'Choose a time that lies ahead.'
export const atMostCharacters = (most: number) => `At most ${most} characters.`
export const chooseLeastOne = 'Choose at least one.'

// news
export const alertsFiredNewest = (count: number, text: string) => `${count} alerts fired. The newest: ${text}`
export const show = 'Show'
export const markedRead = (error: string) => `Not marked as read: ${error}`
