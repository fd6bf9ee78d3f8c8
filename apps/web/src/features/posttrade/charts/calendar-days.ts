import { type DayText, dayTextOf } from '../journal-filter.ts'

/** A month: `2026-11`. */
export type MonthText = string

/** The month of a day. */
export const monthOf = (day: DayText): MonthText => day.slice(0, 7)

/** The month so many later. */
export function monthAfter(month: MonthText, count: number): MonthText {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(dayTextOf(new Date(year, number - 1 + count, 1).getTime()))
}

/** Weeks of a month from Monday on; days of other months are null. */
export function weeksOf(month: MonthText): ReadonlyArray<ReadonlyArray<DayText | null>> {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const lead = (new Date(year, number - 1, 1).getDay() + 6) % 7
  const count = new Date(year, number, 0).getDate()
  const days = Array.from({ length: Math.ceil((lead + count) / 7) * 7 }, (_, place) => {
    const date = place - lead + 1
    return date < 1 || date > count ? null : `${month}-${String(date).padStart(2, '0')}`
  })
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Depth of colour of a day, 1 to 4 by its size beside the largest; 0 where it came to nothing. */
export function levelOf(net: number, most: number): number {
  if (net === 0 || most === 0) return 0
  return Math.max(1, Math.ceil((Math.abs(net) / most) * 4))
}
