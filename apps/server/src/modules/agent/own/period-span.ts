import { DAY_MS } from '@aerie/core/time'
import { zoneClock } from '@aerie/journal/zone-time'

/** Days of a zone, both included, and the instants between which they lie: from the first, before the second. */
export type PeriodSpan = { readonly from: string; readonly to: string; readonly fromMs: number; readonly endMs: number }

const QUARTER_MS = 900_000
/** No zone is further from UTC. */
const MOST_OFFSET_MS = 16 * 3_600_000

/**
 * The days that a period means in a zone; undefined for a period that is none.
 *
 * @param period as `ownPeriod` of the wire
 * @param now by the market's clock
 * @throws RangeError for a zone that is none
 */
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
      return numbered(period, today)
  }
}

/** The last days with today among them, or the newest month of that number that has begun. */
function numbered(period: string, today: string): readonly [string, string] | undefined {
  const days = /^last_(\d{1,4})_days$/.exec(period)?.[1]
  if (days !== undefined) return [shifted(today, 1 - Number(days)), today]
  const month = Number(/^month_(\d{1,2})$/.exec(period)?.[1] ?? 0)
  if (month < 1 || month > 12) return undefined
  const year = Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0)
  const last = dateOf(year, month + 1, 0)
  return [dateOf(year, month, 1), last > today ? today : last]
}

/** A month of 0 or 13 and a day of 0 mean the neighbours. */
const dateOf = (year: number, month: number, date: number): string => new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
const shifted = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The first instant of a day: some days begin after midnight, where the clocks are put forward. Zones are whole quarters apart. */
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
