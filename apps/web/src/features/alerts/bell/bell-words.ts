export const unread = 'Unread:'

// bell
/** The count as the end of a name; empty where nothing is unread, or the first reading is under way. */
export function unreadWords(unread: number | null, isOld: boolean): string {
  if (unread === null || unread === 0) return isOld ? 'unread count not known' : ''
  return isOld ? `${unread} unread when last known` : `${unread} unread`
}

export const unreadOfBell = (unread: number) => `${unread} unread`
