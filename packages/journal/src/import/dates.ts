import { otherCalendarDay, withoutLocale } from './locale-dates.ts'

/** Order of day and month in dates such as 08/03. */
export type DateOrder = 'day-first' | 'month-first'

/** Date order of a column; `undecided` if both are plausible, then the user is asked. */
export type OrderVerdict = DateOrder | 'undecided' | MixedOrders

/** Rows that rule out any common order: the first that is only day-first, and the first that is only month-first. */
export type MixedOrders = { readonly dayFirst: number; readonly monthFirst: number }

type Parts = { readonly first: number; readonly second: number; readonly year: number; readonly timeMs: number }

const CLOCK = String.raw`(?:[ T]*-? *(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?: *([AP])\.?M\.?)?)?`
/** Day and month first, in any locale: `9/18/2025`, `18.9.2025`, `18. 9. 2025`, `18-09-2025`; trailing dots and year marks are dropped. */
const SLASHED = new RegExp(String.raw`^(\d{1,2})(?:[/.-]|\. )(\d{1,2})(?:[/.-]|\. )(\d{4}|\d{2})\.?(?: ?г\.)?,?${CLOCK}$`, 'i')
const OFFSET = String.raw`(?: ?(?:(Z|UTC|GMT)(?: ?([+-]\d{1,2}):?(\d{2})?)?|([+-]\d{2}):?(\d{2})))?`
/** Year first: ISO 8601, `2025/9/18`, `2025. 9. 18.`. */
const ISO = new RegExp(String.raw`^(\d{4})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )(\d{1,2})\.?,?${CLOCK}${OFFSET}$`, 'i')
const YEAR_FIRST = /^\d{4}/
const SHORT_YEAR = /^(\d{2})-(\d{2})-(\d{2}) (\d{1,2}):(\d{2})(?::(\d{2}))?$/
/** Years of the Thai calendar, which browsers write in that locale, are 543 ahead. */
const BUDDHIST_YEARS = 543
const LATEST_YEAR = 2_400
/** Maximum length of a date; bounds quadratic regex time. */
const MOST_DATE = 80
/** Seconds, milliseconds, microseconds or nanoseconds. */
const EPOCH = /^\d{10}(?:\d{3}|\d{6}|\d{9})?(?:\.\d{1,9})?$/
const LATEST_MONTH = 12
const CENTURY = 2_000
const LONGEST_MONTH = 31

/** Months in English, German, French, Spanish, Portuguese and Italian by their first letters. */
const MONTHS = [
  'jan|ene|gen',
  'feb|fev|fév',
  'mar|mär|mrz',
  'apr|avr|abr',
  'may|mai|mag',
  'jun|juin|giu',
  'jul|juil|lug',
  'aug|ago|aoû',
  'sep|set',
  'oct|okt|out|ott',
  'nov',
  'dec|dez|dic|déc',
]
const MONTH = String.raw`(${MONTHS.join('|')})\p{L}*\.?`
/** `7 Aug 2026 21:50`, `07-Aug-2026`, `7-Aug-26`. */
const DAY_AND_MONTH = new RegExp(
  String.raw`^(?:\p{L}{2,9}\.?,? )?(\d{1,2})\.?(?: de)?[ -]${MONTH}(?: de)?,?[ -](\d{4}|\d{2}(?![\d:]))`,
  'iu',
)
/** `Aug 7, 2026, 9:50 PM`, `Fri Aug 07 2026`. */
const MONTH_AND_DAY = new RegExp(String.raw`^(?:\p{L}{3,9},? )?${MONTH} (\d{1,2}),? (\d{4})`, 'iu')

const monthOf = (name: string): string =>
  String(MONTHS.findIndex((names) => names.split('|').includes(name.toLowerCase().normalize('NFC'))) + 1)

/** Date with the name of its month as a date of numbers. */
function withMonthNumber(text: string): string {
  if (!/\p{L}{3}/u.test(text)) return text
  return text
    .replace(DAY_AND_MONTH, (_all, day: string, month: string, year: string) => `${fullYear(year)}-${monthOf(month)}-${day}`)
    .replace(MONTH_AND_DAY, (_all, month: string, day: string, year: string) => `${year}-${monthOf(month)}-${day}`)
}

const plainDate = (text: string): string => withMonthNumber(withoutLocale(withoutZoneName(text)))

/** Without the name that programs add to an offset: `+0100 (Central European Standard Time)`, `Z[UTC]`, `+0000 UTC`. */
const withoutZoneName = (text: string): string =>
  text.replace(/(:\d{2}(?:[.,]\d{1,9})? ?(?:Z|(?:GMT|UTC)?[+-]\d{2}:?\d{2}))(?: \([\p{L} ]+\)|\[[\w/+-]+\]| [A-Z]{3,5})$/u, '$1')

function epochInstant(text: string): number {
  const [whole = '', part = ''] = text.split('.')
  if (whole.length === 10) return Number(whole) * 1_000 + Number(part.padEnd(3, '0').slice(0, 3))
  return Number(whole.slice(0, 13))
}

/** Whether a date states its zone: epoch times, `Z`, `UTC`, an offset. */
export const hasOwnZone = (written: string): boolean => hasZone(withoutZoneName(written.slice(0, MOST_DATE)))

const hasZone = (text: string): boolean =>
  EPOCH.test(text) || /(?:Z|UTC|GMT|:\d{2}(?:\.\d+)? ?[+-]\d{2}:?\d{2}|[UG][TM][CT] ?[+-]\d{1,2}(?::?\d{2})?)\)?$/i.test(text)

/** Infers the date order from all dates of a file, in file order: by a day above 12, else by which order keeps rows chronological. */
export function dateOrderOf(texts: readonly string[]): OrderVerdict {
  const parts = texts.map(slashedParts).filter((part) => part !== undefined)
  if (parts.length === 0) return 'day-first'
  const isDayFirst = parts.every(({ second }) => second <= LATEST_MONTH)
  const isMonthFirst = parts.every(({ first }) => first <= LATEST_MONTH)
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'day-first' : 'month-first'
  if (!isDayFirst) {
    const mixed = mixedOrders(texts)
    if (mixed !== undefined) return mixed
  }
  // Where dates have points, the day is first.
  return texts.every((text) => POINTED.test(text) || slashedParts(text) === undefined) ? 'day-first' : orderInTime(parts)
}

const POINTED = /^\d{1,2}\. ?\d{1,2}\. ?\d{2,4}(?!\d)/

function mixedOrders(texts: readonly string[]): MixedOrders | undefined {
  const parts = texts.map(slashedParts)
  const isDay = (value: number): boolean => value > LATEST_MONTH && value <= LONGEST_MONTH
  const dayFirst = parts.findIndex((part) => part !== undefined && isDay(part.first) && part.second <= LATEST_MONTH)
  const monthFirst = parts.findIndex((part) => part !== undefined && isDay(part.second) && part.first <= LATEST_MONTH)
  return dayFirst === -1 || monthFirst === -1 ? undefined : { dayFirst, monthFirst }
}

function orderInTime(parts: readonly Parts[]): OrderVerdict {
  const isDayFirst = isMonotonic(parts.map((part) => instantOf(part, 'day-first')))
  const isMonthFirst = isMonotonic(parts.map((part) => instantOf(part, 'month-first')))
  if (isDayFirst === isMonthFirst) return isSame(parts) ? 'day-first' : 'undecided'
  return isDayFirst ? 'day-first' : 'month-first'
}

/** Dates such as 03/03 are equal in both orders. */
const isSame = (parts: readonly Parts[]): boolean => parts.every(({ first, second }) => first === second)

function isMonotonic(times: readonly number[]): boolean {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0)
}

/**
 * Whether a spreadsheet has read `26-03-17`, as Binance writes dates, as 26 March 2017: all are of one day of the month, and only with day and year
 * exchanged are they in the order of the file.
 */
export function areDaysOfYears(texts: readonly string[]): boolean {
  const parts = texts.map(slashedParts).filter((part) => part !== undefined)
  const [day] = parts.map(({ first }) => first)
  if (day === undefined || parts.length < texts.length || parts.some(({ first, year }) => first !== day || year - CENTURY > LONGEST_MONTH))
    return false
  const exchanged = parts.map((part) => validInstant(instantOf(turned(part), 'day-first'), turned(part), 'day-first'))
  return (
    !isMonotonic(parts.map((part) => instantOf(part, 'day-first'))) &&
    exchanged.every((at) => at !== undefined) &&
    isMonotonic(exchanged.filter((at) => at !== undefined))
  )
}

const turned = (part: Parts): Parts => ({ ...part, first: part.year - CENTURY, year: CENTURY + part.first })

const YEAR_FIRST_DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/
const YEAR_DAY_MONTH = /^\d{4}-(?:1[3-9]|2\d|3[01])-(?:0?[1-9]|1[0-2])(?!\d)/

/** Whether one of the dates can only have the day before the month behind its year, as Kyrgyz and Uyghur browsers write it: `2026-18-09`. */
export const areYearDayMonth = (texts: readonly string[]): boolean => texts.some((text) => YEAR_DAY_MONTH.test(text))

/** `2026-18-09` as `2026-09-18`. */
export const withMonthFirst = (text: string): string => text.replace(YEAR_FIRST_DATE, '$1-$3-$2')

/** Epoch milliseconds of an exchange's date, in UTC; undefined if not a date. */
export function instantOfText(written: string, order: DateOrder): number | undefined {
  if (written.length > MOST_DATE) return undefined
  const plain = PLAIN.exec(written)
  if (plain !== null && Number(plain[1]) >= FIRST_YEAR) return plainInstant(plain)
  const text = plainDate(written)
  if (EPOCH.test(text)) return epochInstant(text)
  if (SHORT_YEAR.test(text)) return isoInstant(text)
  const slashed = slashedParts(text)
  if (slashed !== undefined) return validInstant(instantOf(slashed, order), slashed, order)
  return isoInstant(text)
}

/** `2026-01-02 03:04:05`, as most exchanges write it. */
const PLAIN = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2}):(\d{2})$/

function plainInstant([, year, month, day, hour, minute, second]: RegExpExecArray): number | undefined {
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second))
  return isDay(at, Number(day)) && Number(month) <= LATEST_MONTH && Number(hour) <= LATEST_HOUR ? at : undefined
}

const isDay = (at: number, day: number): boolean => new Date(at).getUTCDate() === day

function isoInstant(text: string): number | undefined {
  const short = SHORT_YEAR.exec(text)
  const match = short ?? ISO.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', rest = '', half] = match
  const clock = ((hourOf(hour, half) * 60 + Number(minute)) * 60 + Number(second)) * 1_000 + Number(rest.padEnd(3, '0').slice(0, 3))
  const start = startOfDay({ year: fullYear(year), month: Number(month), day: Number(day) })
  if (start === undefined || Number(hour) > LATEST_HOUR + 1) return undefined
  return start + clock - offsetMs(match[10] ?? match[12], match[11] ?? match[13])
}

const LATEST_HOUR = 23
const FIRST_YEAR = 1_970

type Day = { readonly year: number; readonly month: number; readonly day: number }

function startOfDay({ year, month, day }: Day): number | undefined {
  if (year < FIRST_YEAR) return otherCalendarDay(year, month, day)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1 ? date.getTime() : undefined
}

function offsetMs(hours: string | undefined, minutes = '0'): number {
  if (hours === undefined) return 0
  const ms = (Math.abs(Number(hours)) * 60 + Number(minutes)) * 60_000
  return hours.startsWith('-') ? -ms : ms
}

function fullYear(year: string): number {
  const number = year.length === 2 ? CENTURY + Number(year) : Number(year)
  return number > LATEST_YEAR ? number - BUDDHIST_YEARS : number
}

/** Browsers write the first hour of a day as 24 where a page asks for 24 hours. */
const hourOf = (hour: string, half: string | undefined): number =>
  half === undefined ? (Number(hour) === LATEST_HOUR + 1 ? 0 : Number(hour)) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)

function slashedParts(text: string): Parts | undefined {
  if (text.length > MOST_DATE || YEAR_FIRST.test(text)) return undefined
  const plain = plainDate(text)
  const match = SHORT_YEAR.test(plain) ? null : SLASHED.exec(plain)
  if (match === null) return undefined
  const [, first = '', second = '', year = '', hour = '0', minute = '0', seconds = '0', rest = '', half] = match
  return {
    first: Number(first),
    second: Number(second),
    year: fullYear(year),
    timeMs: ((hourOf(hour, half) * 60 + Number(minute)) * 60 + Number(seconds)) * 1_000 + Number(rest.padEnd(3, '0').slice(0, 3)),
  }
}

const monthAndDay = ({ first, second }: Parts, order: DateOrder) =>
  order === 'day-first' ? { day: first, month: second } : { day: second, month: first }

function instantOf(parts: Parts, order: DateOrder): number {
  const { day, month } = monthAndDay(parts, order)
  if (parts.year < FIRST_YEAR) return (otherCalendarDay(parts.year, month, day) ?? Number.NaN) + parts.timeMs
  return Date.UTC(parts.year, month - 1, day) + parts.timeMs
}

function validInstant(at: number, parts: Parts, order: DateOrder): number | undefined {
  const { day, month } = monthAndDay(parts, order)
  if (parts.year < FIRST_YEAR) return Number.isNaN(at) ? undefined : at
  const date = new Date(at)
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1 ? at : undefined
}
