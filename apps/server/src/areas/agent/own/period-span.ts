import { DAY_MS } from '@aerie/core/time'
import { zoneClock } from '@aerie/journal/zone-time'

/** Inclusive days of a zone, and the half-open range of instants they cover; without a first day, all days up to the last. */
export type PeriodSpan = { readonly from: string | null; readonly to: string; readonly fromMs: number | null; readonly endMs: number }

const QUARTER_MS = 900_000
/** Upper bound for UTC offsets. */
const MOST_OFFSET_MS = 16 * 3_600_000

/** Undefined for an invalid period. @param now market time. @throws RangeError for an invalid zone */
export function periodSpan(period: string, now: number, zone: string): PeriodSpan | undefined {
  const { day, weekday } = zoneClock(zone)(now)
  const days = daysOf(period, { today: day, weekday })
  if (days === undefined) return undefined
  const [from, to] = days
  return { from, to, fromMs: from === null ? null : dayStart(from, zone), endMs: dayStart(shifted(to, 1), zone) }
}

type Today = { readonly today: string; readonly weekday: number }

type Days = readonly [from: string | null, to: string]

function daysOf(period: string, { today, weekday }: Today): Days | undefined {
  const monday = shifted(today, 1 - weekday)
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  /** Its first month. */
  const quarter = month - ((month - 1) % 3)
  switch (period) {
    case 'today':
      return [today, today]
    case 'yesterday':
      return [shifted(today, -1), shifted(today, -1)]
    case 'this_week':
      return [monday, today]
    case 'last_week':
      return [shifted(monday, -7), shifted(monday, -1)]
    case 'this_month':
      return [dateOf(year, month, 1), today]
    case 'last_month':
      return [dateOf(year, month - 1, 1), dateOf(year, month, 0)]
    case 'this_quarter':
      return [dateOf(year, quarter, 1), today]
    case 'last_quarter':
      return [dateOf(year, quarter - 3, 1), dateOf(year, quarter, 0)]
    case 'this_year':
      return [dateOf(year, 1, 1), today]
    case 'last_year':
      return [dateOf(year - 1, 1, 1), dateOf(year - 1, 12, 31)]
    // On a Saturday it has only begun, and the last one is that of the week before.
    case 'weekend':
      return weekday < SATURDAY ? [shifted(monday, -2), shifted(monday, -1)] : [shifted(monday, SATURDAY - 1), today]
    case 'last_weekend':
      return [shifted(monday, -2), shifted(monday, -1)]
    default:
      return numbered(period, today) ?? weekdayOf(period, { today, weekday, monday }) ?? dated(period, today)
  }
}

const SATURDAY = 6

/** The newest such weekday before today, alone or up to today; or that of last week. */
function weekdayOf(period: string, { today, weekday, monday }: Today & { readonly monday: string }): Days | undefined {
  const ofLastWeek = /^last_week_day_([1-7])$/.exec(period)?.[1]
  if (ofLastWeek !== undefined) {
    const day = shifted(monday, Number(ofLastWeek) - 8)
    return [day, day]
  }
  const [, first, last] = (/^weekday_([1-7])_to_([1-7])$/.exec(period) ?? []).map(Number)
  if (first !== undefined && last !== undefined) {
    const end = shifted(today, -((weekday - last + 7) % 7))
    return [shifted(end, -((last - first + 7) % 7)), end]
  }
  const wanted = /^(?:since_)?weekday_([1-7])$/.exec(period)?.[1]
  if (wanted === undefined) return undefined
  const day = shifted(today, -((weekday - Number(wanted) + 6) % 7) - 1)
  return [day, period.startsWith('since_') ? today : day]
}

const DATED = /^(on|from|after|before|until|week)_([\d-]+)(?:_to_([\d-]+))?$/

/** A date and what it bounds; without a year or month, the newest start and the first end after it. */
function dated(period: string, today: string): Days | undefined {
  const [, kind, from = '', to] = DATED.exec(period) ?? []
  // "Until November 30" on the 22nd ends today, not a year ago.
  const newest = kind === 'until' ? `${today.slice(0, 7)}-31` : today
  const first = datesLike(from, today).find((day) => day <= newest)
  if (kind === undefined || first === undefined) return undefined
  if (kind === 'on') return [first, first]
  if (kind === 'until') return [null, first > today ? today : first]
  if (kind === 'before') return [null, shifted(first, -1)]
  const monday = shifted(first, -((new Date(first).getUTCDay() + 6) % 7))
  const start = kind === 'week' ? monday : kind === 'after' ? shifted(first, 1) : first
  const named = to === undefined ? today : datesLike(to, first).findLast((day) => day >= first)
  const end = kind === 'week' ? shifted(monday, 6) : named
  return end === undefined || end < start || start > today ? undefined : [start, end > today ? today : end]
}

/** Dates with this day, month and year near another date, newest first. Any month or year matches if the question names none. */
function datesLike(date: string, near: string): string[] {
  const [day = 0, month, year] = date.split('-').map(Number).toReversed()
  const [nearYear, nearMonth] = [Number(near.slice(0, 4)), Number(near.slice(5, 7))]
  if (year !== undefined && month !== undefined) return [lastOf(year, month, day)]
  if (month !== undefined) return [1, 0, -1].map((years) => lastOf(nearYear + years, month, day))
  return [1, 0, -1, -2].map((months) => dateOf(nearYear, nearMonth + months, day)).filter((each) => Number(each.slice(8)) === day)
}

/** The last day of a month that is shorter. */
const lastOf = (year: number, month: number, day: number): string =>
  [dateOf(year, month, day), dateOf(year, month + 1, 0)].toSorted()[0] ?? ''

/** The last n days including today, or the latest month with that number that has started, also up to today. */
function numbered(period: string, today: string): Days | undefined {
  const days = /^last_(\d{1,4})_days$/.exec(period)?.[1]
  if (days !== undefined) return [shifted(today, 1 - Number(days)), today]
  const ago = /^days_ago_(\d{1,4})$/.exec(period)?.[1]
  if (ago !== undefined) return [shifted(today, -Number(ago)), shifted(today, -Number(ago))]
  const month = Number(/^(?:since_)?month_(\d{1,2})$/.exec(period)?.[1] ?? 0)
  if (month < 1 || month > 12) return undefined
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0)
  const last = dateOf(year, month + 1, 0)
  return [dateOf(year, month, 1), last > today || period.startsWith('since_') ? today : last]
}

const dateOf = (year: number, month: number, date: number): string => new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
const shifted = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** First instant of a day; not midnight if the clocks change then. Offsets are multiples of 15 minutes. */
function dayStart(day: string, zone: string): number {
  const clock = zoneClock(zone)
  const middle = Date.parse(`${day}T00:00:00Z`)
  let [low, high] = [(middle - MOST_OFFSET_MS) / QUARTER_MS, (middle + MOST_OFFSET_MS) / QUARTER_MS]
  while (low < high) {
    const at = Math.floor((low + high) / 2)
    if (clock(at * QUARTER_MS).day >= day) high = at
    else low = at + 1
  }
  return low * QUARTER_MS
}
