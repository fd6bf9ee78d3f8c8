const MOST_SHOWN = 99

/** Counts of three digits or more read `99+`. */
export const countText = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))

/** `isOld`: the last refetch failed. */
export type Count = { readonly unread: number | null; readonly isOld: boolean }

/** Undefined: no badge (nothing unread, or loading). A dash means unknown. */
export function badgeText({ unread, isOld }: Count): string | undefined {
  if (unread !== null && unread > 0) return countText(unread)
  return isOld ? '–' : undefined
}

/** Count as a suffix of an accessible name; empty if nothing is unread or the count is loading. */
export function unreadText(unread: number | null, isOld: boolean): string {
  if (unread === null || unread === 0) return isOld ? 'unread count not known' : ''
  return isOld ? `${unread} unread when last known` : `${unread} unread`
}
