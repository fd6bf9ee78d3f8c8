import { DAY_MS } from '@aerie/core/time'

/** A date below a chart; `share` of the width from the left, 0 to 1. */
export type AxisDate = { readonly share: number; readonly text: string }

/** Room of one date, CSS pixels. */
const ROOM_PX = 92
const MOST_DATES = 7
const DAYS_OF_TIMES = 2
const DAYS_OF_DAYS = 300

const timeOfDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const monthOfYear = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/**
 * Dates at even distances from the first moment to the last, as many as there is room for, in the user's zone. None twice: where two moments
 * read the same, the first stands.
 */
export function axisDates(from: number, to: number, width: number): readonly AxisDate[] {
  if (to <= from) return [{ share: 1, text: formatOf(DAY_MS * DAYS_OF_TIMES).format(to) }]
  const gaps = Math.min(MOST_DATES, Math.max(2, Math.floor(width / ROOM_PX))) - 1
  const format = formatOf(to - from)
  const dates = Array.from({ length: gaps + 1 }, (_, place) => ({
    share: place / gaps,
    text: format.format(from + ((to - from) * place) / gaps),
  }))
  return dates.filter(({ text }, place) => text !== dates[place - 1]?.text)
}

function formatOf(spanMs: number): Intl.DateTimeFormat {
  if (spanMs < DAYS_OF_TIMES * DAY_MS) return timeOfDay
  return spanMs < DAYS_OF_DAYS * DAY_MS ? dayOfYear : monthOfYear
}
