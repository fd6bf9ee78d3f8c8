import { numberText, percentText } from '@aerie/core/numbers/number-text'
import type { SourceKind } from '@aerie/wire/market/market'

/** Dollars have a sign, other currencies their name, unknown ones neither. */
export function priceText(price: number, quote: string): string {
  if (quote === 'USD') return `$${numberText(price)}`
  return quote === '' ? numberText(price) : `${numberText(price)} ${quote}`
}

export const moveText = (price: number, anchor: number): string => percentText((price / anchor - 1) * 100)

export const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/** Percent with one decimal; never 0 or 100 %, which no forecast can know. */
export function chanceText(chance: number): string {
  if (chance < 0.001) return 'under 0.1%'
  if (chance > 0.999) return 'over 99.9%'
  return `${(chance * 100).toFixed(1)}%`
}

/** The forecast's price source. Simulated and recorded ones must be named wherever a forecast is shown. */
export const SOURCE_LABELS: Readonly<Record<SourceKind, string>> = {
  live: 'Live market',
  sim: 'Simulated market, not real prices',
  replay: 'Recorded market, replayed',
}

export const SOURCE_NAMES: Readonly<Record<SourceKind, string>> = { live: 'live', sim: 'simulated', replay: 'replay' }

const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const seconds = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const momentText = (ms: number): string => `${day.format(ms)}, ${clock.format(ms)}`
export const clockText = (ms: number): string => clock.format(ms)
export const secondText = (ms: number): string => seconds.format(ms)
export const dateText = (ms: number): string => date.format(ms)
export const utcText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const preciseDateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const longDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Epoch milliseconds, or an instant of the API. */
type Moment = number | string

export const dateTimeText = (at: Moment): string => dateTime.format(new Date(at))
export const preciseDateTimeText = (at: Moment): string => preciseDateTime.format(new Date(at))
export const longDateText = (at: Moment): string => longDate.format(new Date(at))
