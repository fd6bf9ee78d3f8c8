const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru'] as const

/** Month names in lower case, in the form used next to a day, with the month's number. */
const monthNames = (): Map<string, number> => {
  const names = new Map<string, number>()
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: style, day: 'numeric', timeZone: 'UTC' })
      for (let month = 0; month < 12; month += 1) {
        const name = format.formatToParts(Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')?.value
        const word = name?.toLowerCase().replace(/\.$/, '')
        if (word !== undefined && /^\p{L}{3,}$/u.test(word)) names.set(word, month + 1)
      }
    }
  return names
}
const MONTHS = monthNames()
/** Candidate for a month name; checked by lookup. */
const MONTH = String.raw`\p{L}{3,12}`

type Parts = { readonly year?: number; readonly month?: number; readonly day?: number; readonly hour?: number; readonly minute?: number }
type Form = { readonly pattern: RegExp; readonly read: (parts: Readonly<Record<string, string | undefined>>) => readonly Parts[] }

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))
const yearOf = (text: string | undefined): number | undefined => (text?.length === 2 ? 2000 + Number(text) : numberOf(text))

/** A 12-hour time needs AM or PM. */
function hourOf(text: string | undefined, half: string | undefined): number | undefined {
  const hour = numberOf(text)
  if (hour === undefined || half === undefined) return hour
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

const given = (parts: { readonly [K in keyof Parts]: number | undefined }): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))

const CLOCK = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s?(?<half>[ap])\.?m\b\.?)?`
const clockOf = (parts: Readonly<Record<string, string | undefined>>) => ({
  hour: hourOf(parts.hour, parts.half),
  minute: numberOf(parts.minute),
})
const dateOf = (parts: Readonly<Record<string, string | undefined>>) => ({
  year: yearOf(parts.year),
  month: MONTHS.get(parts.name?.toLowerCase() ?? '') ?? numberOf(parts.month),
  day: numberOf(parts.day),
})
const both: Form['read'] = (parts) => [given({ ...dateOf(parts), ...clockOf(parts) })]

/** Formats of dates and times. Sticky patterns, tried where a number or a month name starts. */
const FORMS: readonly Form[] = [
  { pattern: new RegExp(String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:(?:T|\s)${CLOCK}Z?)?`, 'uy'), read: both },
  { pattern: /(?:(?<year>\d{4})\s?年\s?)?(?<month>\d{1,2})\s?月\s?(?<day>\d{1,2})\s?[日号]/uy, read: both },
  {
    // Day and month order depends on the country: accept both.
    pattern: /(?<first>\d{1,2})[./](?<second>\d{1,2})[./](?<year>\d{4}|\d{2})(?!\d)/uy,
    read: ({ first, second, year }) => [
      given({ day: numberOf(first), month: numberOf(second), year: yearOf(year) }),
      given({ day: numberOf(second), month: numberOf(first), year: yearOf(year) }),
    ],
  },
  {
    pattern: new RegExp(
      String.raw`(?<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s(?:de\s|of\s)?(?<name>${MONTH})(?!\p{L})\.?(?:,?\s(?:de\s)?(?<year>\d{4})(?!\d))?`,
      'iuy',
    ),
    read: both,
  },
  {
    pattern: new RegExp(
      String.raw`(?<name>${MONTH})(?!\p{L})\.?\s(?<day>\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,?\s(?<year>\d{4})(?!\d))?`,
      'iuy',
    ),
    read: both,
  },
  { pattern: new RegExp(CLOCK, 'iuy'), read: both },
]

export type DateWords = { readonly length: number; readonly isOneOf: (moments: readonly number[]) => boolean }

export function dateWordsAt(text: string, place: number): DateWords | undefined {
  for (const { pattern, read } of FORMS) {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (match === null) continue
    if (match.groups?.name !== undefined && !MONTHS.has(match.groups.name.toLowerCase())) continue
    const readings = read(match.groups ?? {})
    return {
      length: match[0].length,
      isOneOf: (moments) => readings.some((parts) => moments.some((moment) => isAt(parts, moment))),
    }
  }
  return undefined
}

const DAY = 86_400_000

function isAt({ year, month, day, hour, minute }: Parts, moment: number): boolean {
  const ofDay = ((moment % DAY) + DAY) % DAY
  if (!isSame(hour, Math.floor(ofDay / 3_600_000)) || !isSame(minute, Math.floor(ofDay / 60_000) % 60)) return false
  if (year === undefined && month === undefined && day === undefined) return true
  const at = new Date(moment)
  return isSame(year, at.getUTCFullYear()) && isSame(month, at.getUTCMonth() + 1) && isSame(day, at.getUTCDate())
}

const isSame = (written: number | undefined, known: number): boolean => written === undefined || written === known

/** Needed because dates may start with a month name. */
export const isMonth = (word: string): boolean => MONTHS.has(word.toLowerCase())
