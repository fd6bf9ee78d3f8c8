import { asciiText } from '@aerie/core/numbers/typed-number'

/** Order of day and month in dates such as 08/03. */
export type DateOrder = 'day-first' | 'month-first'

/** Date order of a column; `undecided` if both are plausible, then the user is asked. */
export type OrderVerdict = DateOrder | 'undecided' | MixedOrders

/** Rows that rule out any common order: the first that is only day-first, and the first that is only month-first. */
export type MixedOrders = { readonly dayFirst: number; readonly monthFirst: number }

type Parts = { readonly first: number; readonly second: number; readonly year: number; readonly timeMs: number }

const SLASHED = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2}),?(?: *-? *(\d{1,2}):(\d{2})(?::(\d{2}))?(?: *([AP])M)?)?$/i
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?)?(?: ?(?:Z|UTC|\+00:?00))?$/
const SHORT_YEAR = /^(\d{2})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/
/** Maximum length of a date; bounds quadratic regex time. */
const MOST_DATE = 40
const EPOCH = /^\d{10}(?:\d{3})?$/
const LATEST_MONTH = 12
const CENTURY = 2_000
const LONGEST_MONTH = 31
/** Non-breaking spaces in locale-formatted dates, and the ideographic space. */
const HARD_SPACES = /[\u00a0\u202f\u3000]/g

const plainDate = (text: string): string => asciiText(text).replace(HARD_SPACES, ' ')

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
  return orderInTime(parts)
}

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

/** Epoch milliseconds of an exchange's date, in UTC; undefined if not a date. */
export function instantOfText(written: string, order: DateOrder): number | undefined {
  if (written.length > MOST_DATE) return undefined
  const text = plainDate(written)
  if (EPOCH.test(text)) return text.length === 10 ? Number(text) * 1_000 : Number(text)
  const slashed = slashedParts(text)
  if (slashed !== undefined) return validInstant(instantOf(slashed, order), slashed, order)
  return isoInstant(text)
}

function isoInstant(text: string): number | undefined {
  const match = ISO.exec(text) ?? SHORT_YEAR.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', rest = ''] = match
  const fullYear = year.length === 2 ? CENTURY + Number(year) : Number(year)
  const at = Date.UTC(
    fullYear,
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(rest.padEnd(3, '0').slice(0, 3)),
  )
  return new Date(at).getUTCDate() === Number(day) && Number(month) <= LATEST_MONTH ? at : undefined
}

function slashedParts(text: string): Parts | undefined {
  if (text.length > MOST_DATE) return undefined
  const match = SLASHED.exec(plainDate(text))
  if (match === null) return undefined
  const [, first = '', second = '', year = '', hour = '0', minute = '0', seconds = '0', half] = match
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  return {
    first: Number(first),
    second: Number(second),
    year: year.length === 2 ? CENTURY + Number(year) : Number(year),
    timeMs: ((hours * 60 + Number(minute)) * 60 + Number(seconds)) * 1_000,
  }
}

const monthAndDay = ({ first, second }: Parts, order: DateOrder) =>
  order === 'day-first' ? { day: first, month: second } : { day: second, month: first }

function instantOf(parts: Parts, order: DateOrder): number {
  const { day, month } = monthAndDay(parts, order)
  return Date.UTC(parts.year, month - 1, day) + parts.timeMs
}

function validInstant(at: number, parts: Parts, order: DateOrder): number | undefined {
  const { day, month } = monthAndDay(parts, order)
  const date = new Date(at)
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1 ? at : undefined
}
