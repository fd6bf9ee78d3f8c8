/** Time zone of a file. `offsetAt`: milliseconds that its clock is ahead of UTC at a local time. */
export type FileZone = { readonly name: string; readonly offsetAt: (localMs: number) => number }

/** Where the zone comes from: the file, the user, or nothing (then UTC). */
export type ZoneSource = 'file' | 'user' | 'assumed'

const FIXED = /^(?:UTC|GMT)?(?: ?([+-])(\d{1,2})(?::?(\d{2}))?)?$/i
const MOST_HOURS = 14
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** UTC. */
export const UTC_ZONE: FileZone = { name: 'UTC', offsetAt: () => 0 }

/** Parses `UTC+8`, `GMT-03:30`, `+05:30` or an IANA name; undefined if it is neither. */
export function zoneOf(text: string): FileZone | undefined {
  const name = text.trim()
  if (name === '' || name.length > 60) return undefined
  const fixed = FIXED.exec(name)
  if (fixed === null) return ianaZone(name)
  const [, sign = '+', hours = '0', minutes = '0'] = fixed
  if (Number(hours) > MOST_HOURS || Number(minutes) > 59) return undefined
  const ms = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
  return ms === 0
    ? UTC_ZONE
    : { name: `UTC${sign}${Number(hours)}${minutes === '0' || minutes === '00' ? '' : `:${minutes}`}`, offsetAt: () => ms }
}

/** Only names with a slash: abbreviations such as `CST` mean several zones. */
function ianaZone(name: string): FileZone | undefined {
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return undefined
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    return { name: format.resolvedOptions().timeZone, offsetAt: cachedOffsets(format) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Per hour, as zones change on whole hours of UTC or half of them. In the hour that repeats in autumn the first one counts. */
function cachedOffsets(format: Intl.DateTimeFormat): (localMs: number) => number {
  const known = new Map<number, number>()
  const offsetOf = (ms: number): number => {
    const text = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? []
    return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1)
  }
  const half = HOUR_MS / 2
  return (localMs) => {
    const part = Math.floor(localMs / half)
    const found = known.get(part)
    if (found !== undefined) return found
    const local = part * half
    const before = offsetOf(local - 24 * HOUR_MS)
    const own = offsetOf(local - before) === before ? before : offsetOf(local - offsetOf(local))
    known.set(part, own)
    return own
  }
}

const IN_NAME = /\(([^()]{1,40})\)/
/** `CET`, `EST`, `MSK`: some of them mean several zones, and all leave summer time open. */
const ABBREVIATION = /^(?:[A-Z]{2,4}T|MSK)$/i
const IN_PREAMBLE = /time ?zone\s*[:=]?\s*(\S.*)$/i
const BARE = /\b(?:UTC|GMT) ?[+-]\d{1,2}(?::?\d{2})?\b/i

/** Zone in a time column's name or the lines above the header; `unclear` if one is named that is not known, such as `Local Time`. */
export function zoneInFile(column: string, preamble: readonly (readonly string[])[]): FileZone | 'unclear' | undefined {
  const inName = IN_NAME.exec(column)?.[1]
  if (inName !== undefined && (/utc|gmt|local|time|\/|[+-]\d/i.test(inName) || ABBREVIATION.test(inName)))
    return zoneOf(inName) ?? 'unclear'
  for (const cells of preamble) {
    const at = cells.findIndex((cell) => /time ?zone/i.test(cell.slice(0, 200)))
    if (at === -1) continue
    const text = IN_PREAMBLE.exec((cells[at] ?? '').slice(0, 200))?.[1] ?? cells[at + 1] ?? ''
    return zoneOf(text) ?? zoneOf(BARE.exec(text.slice(0, 200))?.[0] ?? '') ?? 'unclear'
  }
  const bare = preamble
    .flat()
    .map((cell) => BARE.exec(cell.slice(0, 200))?.[0])
    .find((found) => found !== undefined)
  return bare === undefined ? undefined : zoneOf(bare)
}

const IN_FILE_NAME = /\((?:UTC|GMT)[+-]?([+-]\d{1,2}(?:[:_]?\d{2})?)\)/i

/** Zone in the name of a file, as Binance writes it: `Binance-Spot-Trade-History-202608111215(UTC+9).csv`, and `(UTC--6)`. */
export const zoneInFileName = (name: string): FileZone | undefined => zoneOf(IN_FILE_NAME.exec(name)?.[1]?.replace('_', ':') ?? '')
