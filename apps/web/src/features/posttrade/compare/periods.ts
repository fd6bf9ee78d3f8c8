import type { JournalStatistic } from '@aerie/wire/journal/journal-statistics'
import { type DayText, dayOf, dayTextOf } from '../journal-filter.ts'

/** Days from and to, both in it. */
export type Period = { readonly from: DayText; readonly to: DayText }

/** `2026-10-01..2026-10-31`; null where it is none, or ends before it begins. */
export function parsePeriod(text: string | null): Period | null {
  const [from = null, to = null, ...rest] = (text ?? '').split('..').map((day) => dayOf(day))
  return from === null || to === null || rest.length > 0 || to < from ? null : { from, to }
}

/** A period for the address. */
export const printPeriod = ({ from, to }: Period): string => `${from}..${to}`

/** The month of `now` so far, and the month before. */
export function firstPeriods(now: number): readonly [before: Period, present: Period] {
  const today = new Date(now)
  const [year, month] = [today.getFullYear(), today.getMonth()]
  const day = (date: Date) => dayTextOf(date.getTime())
  return [
    { from: day(new Date(year, month - 1, 1)), to: day(new Date(year, month, 0)) },
    { from: day(new Date(year, month, 1)), to: day(today) },
  ]
}

/** Whether two figures differ by more than chance explains. Overlapping intervals do not prove that they are equal. */
export function differenceWords(a: JournalStatistic, b: JournalStatistic): string {
  if (a.value === null || b.value === null) return 'needs both figures'
  if (a.interval === undefined || b.interval === undefined) return 'no interval to compare'
  return a.interval[1] < b.interval[0] || b.interval[1] < a.interval[0] ? 'intervals do not overlap' : 'intervals overlap: may be chance'
}
