import type { EpochMs } from '@aerie/core/time'
import { clockText, untilText } from '@aerie/upstream/upstream-error'
import type { SourceState } from '../market-source.ts'
import type { HeldPrice } from './prices/price-guard.ts'

/** One provider as the badge tells of it. */
export type ProviderView = {
  readonly title: string
  /** Undefined until it has been heard of. */
  readonly isUp: boolean | undefined
  /** What is wrong, as a clause that follows the title. */
  readonly words: string
  /** Time of its newest data; undefined before the first. */
  readonly since: EpochMs | undefined
}

/** What else there is to say. */
export type Remarks = {
  /** Until when the exchange answers no requests, though its stream flows. */
  readonly quiet: { readonly until: EpochMs; readonly words: string } | undefined
  /** Candle series that lack candles. */
  readonly missing: number
  readonly held: readonly HeldPrice[]
  /** What was dropped lately. */
  readonly faults: readonly string[]
}

const HELD_NAMED = 3

/** The state of the whole source from its two providers, in a few sentences without addresses or keys. */
export function describe(exchange: ProviderView, list: ProviderView, remarks: Remarks): SourceState {
  const more = remarkWords(exchange, remarks)
  if (exchange.isUp) return { state: 'running', detail: `Live prices from ${exchange.title}.${listWords(list)}${more}` }
  if (exchange.isUp === undefined) return { state: 'starting', detail: `Connecting to ${exchange.title}.${listWords(list)}${more}` }
  const since = exchange.since === undefined ? '' : ` (last heard ${clockText(exchange.since)})`
  const rest = list.isUp
    ? `prices are those of ${list.title}, up to five minutes old`
    : `${list.title} ${list.isUp === undefined ? 'has not responded yet' : list.words}; prices are the last known ones`
  return { state: 'stale', detail: `${exchange.title} ${exchange.words}${since}; ${rest}. Trying again.${more}` }
}

function listWords(list: ProviderView): string {
  if (list.isUp) return ''
  const age = list.since === undefined ? 'market caps are not known' : `market caps are as of ${clockText(list.since)}`
  return list.isUp === undefined ? ` Waiting for ${list.title}.` : ` ${list.title} ${list.words}; ${age}. Trying again.`
}

function remarkWords(exchange: ProviderView, { quiet, missing, held, faults }: Remarks): string {
  const sentences: string[] = []
  if (quiet !== undefined && exchange.isUp)
    sentences.push(`${exchange.title} ${quiet.words} ${untilText(quiet.until)}: candles and order books are on hold.`)
  if (missing > 0) sentences.push(`Incomplete candle series: ${missing}. Loading them again.`)
  if (held.length > 0) sentences.push(`Held back until confirmed: ${heldWords(held)}.`)
  if (faults.length > 0) sentences.push(`Ignored as implausible: ${faults.join(', ')}.`)
  return sentences.map((sentence) => ` ${sentence}`).join('')
}

function heldWords(held: readonly HeldPrice[]): string {
  const named = held
    .slice(0, HELD_NAMED)
    .map(({ symbol, price, shown }) => `${symbol} at ${price}${shown === undefined ? '' : ` (was ${shown})`}`)
  const rest = held.length - named.length
  return rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(', ')
}
