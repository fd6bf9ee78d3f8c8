const dayTime = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A moment of any year in the user's zone. */
export const whenText = (ms: number): string => dayTime.format(ms)

/** The same to the second. */
export const exactText = (ms: number): string => exact.format(ms)

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** The day that ends at a midnight in UTC. */
export const dayEndText = (ms: number): string => utcDay.format(ms - 1)
