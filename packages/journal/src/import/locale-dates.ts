import { asciiText } from '@aerie/core/numbers/typed-number'

/** Non-breaking and thin spaces in locale-formatted dates, and the ideographic space. */
const HARD_SPACES = /[\u00a0\u2009\u202f\u3000]/g
const PLAIN = /^[\d/.,:\- T]*$/

/** Morning and afternoon of browsers' locales. Source: Unicode CLDR, `dayPeriods`. */
const MORNING = /(?:^| )(?:ص|صبح|π\.μ\.|p\.d\.|a\. m\.|PG|SA|ÖÖ|पूर्वाह्न|পূৰ্বাহ্ন|ጥዋት)(?= |$)|오전 ?|上午|午前/u
const AFTERNOON = /(?:^| )(?:م|شام|μ\.μ\.|m\.d\.|p\. m\.|PTG|CH|ÖS|अपराह्न|অপৰাহ্ন|ከሰዓት)(?= |$)|오후 ?|下午|午後/u
/** `2026年9月18日`, as Singapore's browsers write it. */
const YEAR_MARKS = /^(\d{4})年 ?(\d{1,2})月 ?(\d{1,2})日/
/** Canadian French `14 h 05 min 09 s`, Korean `14시 05분 09초`, and the same in Chinese and Japanese. */
const HOURS_AND_MINUTES = /(\d{1,2}) ?[h시时時] ?(\d{1,2})(?: ?(?:min|[분分])(?: ?(\d{1,2}) ?[s초秒])?)?/u
/** Bulgarian hours, the Finnish and Bosnian `at`, brackets of Basque, the eras of Afghanistan and Saudi Arabia. */
const PARTICLES = / ч\.?$| klo(?= )| u(?= )|^AP | هـ(?=[ ,]|$)|[()]/gu
/** `12:00 2026-01-10`, as Bybit writes it, and `14:05:09 18/9/2026`. */
const CLOCK_FIRST = /^(\d{1,2}:\d{2}(?::\d{2})?) (\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4})$/
/** `2026-01-02 10:00:00(UTC+8)`. */
const ZONE_IN_BRACKETS = / ?\(((?:UTC|GMT)[^()]{0,9})\)$/i

/** Date with ASCII digits and without what only some locales write, the clock behind the day. */
export function withoutLocale(text: string): string {
  const date = PLAIN.test(text) ? text : plainWords(asciiText(text).replace(HARD_SPACES, ' ').replaceAll('،', ','))
  return date.replace(CLOCK_FIRST, '$2 $1')
}

function plainWords(text: string): string {
  const half = AFTERNOON.test(text) ? ' PM' : MORNING.test(text) ? ' AM' : ''
  const halved = half === '' ? text : text.replace(AFTERNOON, ' ').replace(MORNING, ' ').trim() + half
  return halved
    .replace(YEAR_MARKS, '$1-$2-$3')
    .replace(ZONE_IN_BRACKETS, ' $1')
    .replace(HOURS_AND_MINUTES, (_all, hour: string, minute: string, second = '0') =>
      [hour, minute, second].map((part) => part.padStart(2, '0')).join(':'),
    )
    .replace(PARTICLES, '')
    .replace(/ +/g, ' ')
}

/** Years of the two calendars in which crypto exchanges exist; they do not overlap. */
const PERSIAN = { from: 1_388, to: 1_425, calendar: 'persian', daysInYear: 365.2422 } as const
const ISLAMIC = { from: 1_430, to: 1_475, calendar: 'islamic-umalqura', daysInYear: 354.367 } as const
const ISLAMIC_EPOCH_MS = Date.UTC(622, 6, 19)
const DAY_MS = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, number | undefined>()
const MOST_KNOWN = 20_000

/** Start of a day of a browser's Persian or Islamic calendar; undefined if there is no such day, or the year is of neither. */
export function otherCalendarDay(year: number, month: number, day: number): number | undefined {
  const own = [PERSIAN, ISLAMIC].find(({ from, to }) => year >= from && year <= to)
  if (own === undefined) return undefined
  const key = `${year}-${month}-${day}`
  if (known.has(key)) return known.get(key)
  const start = own === PERSIAN ? Date.UTC(year + 621, 2, 21) : ISLAMIC_EPOCH_MS + (year - 1) * own.daysInYear * DAY_MS
  const guess = Math.round(start / DAY_MS) + Math.round(((month - 1) * own.daysInYear) / 12) + day - 1
  const found = Array.from({ length: 11 }, (_, at) => (guess + at - 5) * DAY_MS).find((at) =>
    isDayOf(own.calendar, at, { year, month, day }),
  )
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, found)
  return found
}

type Day = { readonly year: number; readonly month: number; readonly day: number }

function isDayOf(calendar: string, at: number, { year, month, day }: Day): boolean {
  const format =
    formats.get(calendar) ??
    new Intl.DateTimeFormat(`en-u-ca-${calendar}`, { timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' })
  formats.set(calendar, format)
  const parts = format.formatToParts(at)
  const partOf = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value)
  return partOf('year') === year && partOf('month') === month && partOf('day') === day
}
