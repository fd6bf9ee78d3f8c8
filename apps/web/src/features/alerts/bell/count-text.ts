const MOST_SHOWN = 99

/** The count at the bell: what is more than two digits is `99+`. */
export const countText = (unread: number): string => (unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread))

/** The count as the end of a name: `, 3 unread`. Empty where there is none, or none is known. */
export const unreadWords = (unread: number | null): string => (unread === null || unread === 0 ? '' : `, ${unread} unread`)
