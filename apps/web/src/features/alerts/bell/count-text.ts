const MOST_SHOWN = 99

/** The count at the bell: what is more than two digits is `99+`. */
export const countText = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))

/** What is known of the count: `isOld` where it could not be read again. */
export type Count = { readonly unread: number | null; readonly isOld: boolean }

/** What the badge says; undefined where there is none: nothing is unread, or the first reading is under way. A dash is a count that is not known. */
export function badgeText({ unread, isOld }: Count): string | undefined {
  if (unread !== null && unread > 0) return countText(unread)
  return isOld ? '–' : undefined
}
