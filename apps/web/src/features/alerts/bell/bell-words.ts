export const unread = 'Unread:'

/** Count as a suffix of an accessible name; empty if nothing is unread or the count is loading. */
export function unreadText(unread: number | null, isOld: boolean): string {
  if (unread === null || unread === 0) return isOld ? 'unread count not known' : ''
  return isOld ? `${unread} unread when last known` : `${unread} unread`
}

export const unreadOfBell = (unread: number) => `${unread} unread`
