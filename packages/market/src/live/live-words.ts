import type { EpochMs } from '@aerie/core/time'
import type { SourceState } from '../market-source.ts'

/** One provider as the badge tells of it. */
export type ProviderView = {
  readonly title: string
  /** Undefined until it has been heard of. */
  readonly isUp: boolean | undefined
  /** What is wrong, as a clause that follows the title. */
  readonly words: string
  /** Since when it is as it is, or its last good answer. */
  readonly since: EpochMs | undefined
}

const clock = (at: EpochMs): string => `${new Date(at).toISOString().slice(11, 16)} UTC`

/** The state of the whole source from its two providers, in one or two sentences without addresses or keys. */
export function describe(exchange: ProviderView, list: ProviderView, fault: string | undefined): SourceState {
  const faults = fault === undefined ? '' : ` Ignored what could not be believed: ${fault}.`
  if (exchange.isUp) return { state: 'running', detail: `Live prices from ${exchange.title}.${listWords(list)}${faults}` }
  if (exchange.isUp === undefined) return { state: 'starting', detail: `Connecting to ${exchange.title}.${listWords(list)}${faults}` }
  const since = exchange.since === undefined ? '' : ` (last heard ${clock(exchange.since)})`
  const rest = list.isUp
    ? `prices are those of ${list.title}, up to five minutes old`
    : `${list.title} ${list.isUp === undefined ? 'has not answered yet' : list.words}; prices are the last good ones`
  return { state: 'stale', detail: `${exchange.title} ${exchange.words}${since}; ${rest}. Trying again.${faults}` }
}

function listWords(list: ProviderView): string {
  if (list.isUp) return ''
  const age = list.since === undefined ? 'market caps are not known' : `market caps are as of ${clock(list.since)}`
  return list.isUp === undefined ? ` Waiting for ${list.title}.` : ` ${list.title} ${list.words}; ${age}. Trying again.`
}
