import { DAY_MS } from '@aerie/core/time'
import { zoneClock } from '@aerie/journal/zone-time'

/** Inclusive days of a zone, and the half-open range of instants they cover. */
export type PeriodSpan = { readonly from: string; readonly to: string; readonly fromMs: number; readonly endMs: number }

const QUARTER_MS = 900_000
/** Upper bound for UTC offsets. */
const MOST_OFFSET_MS = 16 * 3_600_000

/** Undefined for an invalid period. @param now market time. @throws RangeError for an invalid zone */
export function periodSpan(period: string, now: number, zone: string): PeriodSpan | undefined {
  const { day, weekday } = zoneClock(zone)(now)
  const days = daysOf(period, { today: day, weekday })
  if (days === undefined) return undefined
  const [from, to] = days
  return { from, to, fromMs: dayStart(from, zone), endMs: dayStart(shifted(to, 1), zone) }
}

type Today = { readonly today: string; readonly weekday: number }

function daysOf(period: string, { today, weekday }: Today): readonly [string, string] | undefined {
  const monday = shifted(today, 1 - weekday)
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
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
    case 'this_year':
      return [dateOf(year, 1, 1), today]
    case 'last_year':
      return [dateOf(year - 1, 1, 1), dateOf(year - 1, 12, 31)]
    default:
      return numbered(period, today) ?? weekdayOf(period, { today, weekday }) ?? dated(period, today)
  }
}

/** The newest such weekday before today, alone or up to today. */
function weekdayOf(period: string, { today, weekday }: Today): readonly [string, string] | undefined {
  const wanted = /^(?:since_)?weekday_([1-7])$/.exec(period)?.[1]
  if (wanted === undefined) return undefined
  const day = shifted(today, -((weekday - Number(wanted) + 6) % 7) - 1)
  return [day, period.startsWith('since_') ? today : day]
}

/** A date, or from one up to today or another one; without a year, the newest start and the first end after it. */
function dated(period: string, today: string): readonly [string, string] | undefined {
  const [, from, to] = /^(?:on|from)_([\d-]+)(?:_to_([\d-]+))?$/.exec(period) ?? []
  if (from === undefined) return undefined
  const year = Number(today.slice(0, 4))
  const first = yearDay(from, year) > today ? yearDay(from, year - 1) : yearDay(from, year)
  if (first > today) return undefined
  const start = Number(first.slice(0, 4))
  const end = to === undefined ? today : yearDay(to, start) < first ? yearDay(to, start + 1) : yearDay(to, start)
  if (period.startsWith('on_')) return [first, first]
  return end < first ? undefined : [first, end > today ? today : end]
}

/** A date with a year as it is, otherwise in that year; the last day of a month that is shorter. */
function yearDay(date: string, year: number): string {
  const [day = 0, month = 0, named = year] = date.split('-').map(Number).toReversed()
  return [dateOf(named, month, day), dateOf(named, month + 1, 0)].toSorted()[0] ?? ''
}

/** The last n days including today, or the latest month with that number that has started, also up to today. */
function numbered(period: string, today: string): readonly [string, string] | undefined {
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
