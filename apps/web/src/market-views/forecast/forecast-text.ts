import { numberText } from '@aerie/core/numbers/number-text'
import { percentText } from '@aerie/core/numbers/short-number-text'
import type { SourceKind } from '@aerie/wire/market/market'

/** A price with its currency: dollars by their sign, others by name; without one where it is not known. */
export function priceText(price: number, quote: string): string {
  if (quote === 'USD') return `$${numberText(price)}`
  return quote === '' ? numberText(price) : `${numberText(price)} ${quote}`
}

/** How far `price` is from `anchor`, in percent with its sign. */
export const moveText = (price: number, anchor: number): string => percentText((price / anchor - 1) * 100)

/** A horizon in words: `1 hour`, `24 hours`. */
export const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`)

/** A chance in percent with one decimal. It is never said to be nothing or certain: no forecast knows that. */
export function chanceText(chance: number): string {
  if (chance < 0.001) return 'under 0.1%'
  if (chance > 0.999) return 'over 99.9%'
  return `${(chance * 100).toFixed(1)}%`
}

/** Whose prices a forecast was made from. Simulated and recorded ones are named so wherever it is shown. */
export const SOURCE_WORDS: Readonly<Record<SourceKind, string>> = {
  live: 'Live market',
  sim: 'Simulated market, not real prices',
  replay: 'Recorded market, replayed',
}

/** The same in a word, for a table. */
export const SOURCE_NAMES: Readonly<Record<SourceKind, string>> = { live: 'live', sim: 'simulated', replay: 'replay' }

const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** Day and time in the user's zone. */
export const momentText = (ms: number): string => `${day.format(ms)}, ${clock.format(ms)}`
/** The time of day in the user's zone. */
export const clockText = (ms: number): string => clock.format(ms)
export const dateText = (ms: number): string => date.format(ms)
/** The same moment in UTC, for hover. */
export const utcText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
