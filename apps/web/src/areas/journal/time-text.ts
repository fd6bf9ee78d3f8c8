const dayTime = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export const whenText = (ms: number): string => dayTime.format(ms)

export const exactText = (ms: number): string => exact.format(ms)

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Day that ends at a UTC midnight. */
export const dayEndText = (ms: number): string => utcDay.format(ms - 1)
