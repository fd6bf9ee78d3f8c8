import type { StatisticsQuery } from './review-query.ts'

/** The day before `now` in the user's zone, and what it is called. */
export function yesterdayOf(now: number): StatisticsQuery & { readonly day: string } {
  const today = new Date(now)
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const end = new Date(today.getFullYear(), today.getMonth(), today.getDate())
  const day = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}-${String(start.getDate()).padStart(2, '0')}`
  return { from: start.toISOString(), to: end.toISOString(), day }
}
