import { type IdeaFault, type IdeaSide, ideaFaults, rewardOf } from '@aerie/social/idea-terms'
import type { IdeaQuote } from '@aerie/wire/ideas'
import { SOCIAL_WORDS } from '../social-words.ts'

const { form: WORDS } = SOCIAL_WORDS

/** An idea as it is being written. */
export type Draft = {
  readonly symbol: string
  readonly side: IdeaSide
  readonly target: string
  readonly stop: string
  readonly horizonS: number
  readonly text: string
}
/** What the form says of a draft. */
export type Checked = {
  /** By field; a field that is still empty has none. */
  readonly problems: Partial<Record<'target' | 'stop' | 'horizon', string>>
  /** R that the target pays; null while target, stop or entry are not there. */
  readonly reward: number | null
  /** Why it cannot be posted; undefined where it can. */
  readonly reason: string | undefined
}

const DECIMAL = /^\d{1,15}(\.\d{1,18})?$/
const FIELD_OF: Readonly<Record<IdeaFault, 'target' | 'stop' | 'horizon'>> = {
  'target-side': 'target',
  'target-near': 'target',
  'stop-side': 'stop',
  'stop-near': 'stop',
  'horizon-short': 'horizon',
  'horizon-long': 'horizon',
}

const priceOf = (text: string): number | null => (DECIMAL.test(text) && Number(text) > 0 ? Number(text) : null)

/** Judges a draft by the rules that the server has, with the price as it is now. */
export function checkDraft(draft: Draft, quote: IdeaQuote | undefined): Checked {
  const [target, stop] = [priceOf(draft.target), priceOf(draft.stop)]
  const entry = quote?.price === null || quote === undefined ? null : Number(quote.price)
  const problems = { ...unreadable('target', draft.target, target), ...unreadable('stop', draft.stop, stop), ...faultsOf(draft, quote) }
  const isPriced = target !== null && stop !== null && entry !== null && entry !== stop
  return {
    problems,
    // With a stop on the wrong side it would pay nothing like it.
    reward: isPriced && Object.keys(problems).length === 0 ? rewardOf({ entry, target, stop }) : null,
    reason: reasonOf(draft, quote, problems),
  }
}

const unreadable = (field: 'target' | 'stop', text: string, price: number | null): Checked['problems'] =>
  text !== '' && price === null ? { [field]: WORDS.notNumber } : {}

/** Of a field that has nothing readable in it the rules say nothing. */
function faultsOf(draft: Draft, quote: IdeaQuote | undefined): Checked['problems'] {
  if (quote?.price === null || quote === undefined) return {}
  const [target, stop] = [priceOf(draft.target), priceOf(draft.stop)]
  const tick = quote.tick === null ? null : Number(quote.tick)
  const terms = { side: draft.side, entry: Number(quote.price), target: target ?? Number.NaN, stop: stop ?? Number.NaN }
  const faults = ideaFaults({ ...terms, horizonMs: draft.horizonS * 1_000 }, tick)
  const isRead = { target: target !== null, stop: stop !== null, horizon: true }
  return Object.fromEntries(faults.flatMap((fault) => (isRead[FIELD_OF[fault]] ? [[FIELD_OF[fault], WORDS.faults[fault]]] : [])))
}

function reasonOf(draft: Draft, quote: IdeaQuote | undefined, problems: Checked['problems']): string | undefined {
  if (quote === undefined) return WORDS.loading
  if (quote.price === null || quote.is_stale) return WORDS.stale
  if (quote.open >= quote.open_limit || quote.open_all >= quote.open_all_limit) return WORDS.full
  if (draft.target === '' || draft.stop === '') return WORDS.needPrices
  if (Object.keys(problems).length > 0) return WORDS.fixFields
  return draft.text.trim() === '' ? WORDS.needText : undefined
}
