/** Local time of an instant in a zone. */
export type ZoneTime = {
  readonly day: string
  readonly hour: number
  /** 1 (Monday) to 7. */
  readonly weekday: number
}

const QUARTER_MS = 900_000

/** Whether the runtime knows this IANA zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

/** Local time with daylight saving; cached per quarter hour, as offsets are multiples of 15 min. @throws RangeError for an invalid zone */
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
