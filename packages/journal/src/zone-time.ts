/** An instant as clocks of a zone show it. */
export type ZoneTime = {
  /** `2026-11-22`. */
  readonly day: string
  /** 0 to 23. */
  readonly hour: number
  /** 1 (Monday) to 7. */
  readonly weekday: number
}

const QUARTER_MS = 900_000

/**
 * Whether the runtime knows this zone.
 *
 * @param zone IANA name, such as `Europe/Berlin`
 * @throws never
 */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

/**
 * Reads instants by the clocks of a zone, daylight saving time included. Zones are whole quarters of an hour apart, so each quarter is looked
 * up once.
 *
 * @throws RangeError for a zone that is none
 */
export function zoneClock(zone: string): (ms: number) => ZoneTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const known = new Map<number, ZoneTime>()
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER_MS)
    const found = known.get(quarter) ?? readTime(format, quarter * QUARTER_MS)
    known.set(quarter, found)
    return found
  }
}

function readTime(format: Intl.DateTimeFormat, ms: number): ZoneTime {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? ''
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return { day, hour: Number(part('hour')), weekday: weekday === 0 ? 7 : weekday }
}
