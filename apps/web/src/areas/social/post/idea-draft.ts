import { DOLLARS, parseTypedNumber } from '@aerie/core/numbers/typed-number'
import { type IdeaFault, type IdeaSide, ideaFaults, rewardOf } from '@aerie/social/idea-terms'
import type { IdeaQuote } from '@aerie/wire/ideas'

export type Draft = {
  readonly symbol: string
  readonly side: IdeaSide
  readonly target: string
  readonly stop: string
  readonly horizonS: number
  readonly text: string
}
export type Checked = {
  readonly problems: Partial<Record<'target' | 'stop' | 'horizon', string>>
  /** Reward in R; null without target, stop or entry. */
  readonly reward: number | null
  /** Plain digits; null unless both are valid prices. */
  readonly prices: { readonly target: string; readonly stop: string } | null
  readonly reason: string | undefined
}

/** Same limits as on the server. */
const DECIMAL = /^(?=.*[1-9])\d{1,15}(\.\d{1,18})?$/
const FIELD_OF: Readonly<Record<IdeaFault, 'target' | 'stop' | 'horizon'>> = {
  'target-side': 'target',
  'target-near': 'target',
  'stop-side': 'stop',
  'stop-near': 'stop',
  'horizon-short': 'horizon',
  'horizon-long': 'horizon',
}

type Price = { readonly text: string | null; readonly problem?: string }

function readPrice(typed: string): Price {
  const read = parseTypedNumber(typed, { units: DOLLARS })
  if (read.kind === 'empty') return { text: null }
  if (read.kind === 'wrong') return { text: null, problem: read.problem }
  return DECIMAL.test(read.text) ? { text: read.text } : { text: null, problem: 'Enter a price above 0' }
}
const numberOf = ({ text }: Price): number | null => (text === null ? null : Number(text))

/** Applies the server's rules at the current price. */
export function checkDraft(draft: Draft, quote: IdeaQuote | undefined): Checked {
  const typed = { target: readPrice(draft.target), stop: readPrice(draft.stop) }
  const [target, stop] = [numberOf(typed.target), numberOf(typed.stop)]
  const entry = quote?.price === null || quote === undefined ? null : Number(quote.price)
  const problems = {
    ...(typed.target.problem !== undefined && { target: typed.target.problem }),
    ...(typed.stop.problem !== undefined && { stop: typed.stop.problem }),
    ...faultsOf({ ...draft, target, stop }, quote),
  }
  const isPriced = target !== null && stop !== null && entry !== null && entry !== stop
  return {
    problems,
    // With a stop on the wrong side the value would be meaningless.
    reward: isPriced && Object.keys(problems).length === 0 ? rewardOf({ entry, target, stop }) : null,
    prices: typed.target.text === null || typed.stop.text === null ? null : { target: typed.target.text, stop: typed.stop.text },
    reason: reasonOf(draft, quote, problems),
  }
}

type Terms = Pick<Draft, 'side' | 'horizonS'> & { readonly target: number | null; readonly stop: number | null }

function faultsOf({ side, horizonS, target, stop }: Terms, quote: IdeaQuote | undefined): Checked['problems'] {
  if (quote?.price === null || quote === undefined) return {}
  const tick = quote.tick === null ? null : Number(quote.tick)
  const terms = { side, entry: Number(quote.price), target: target ?? Number.NaN, stop: stop ?? Number.NaN }
  const faults = ideaFaults({ ...terms, horizonMs: horizonS * 1_000 }, tick)
  const isRead = { target: target !== null, stop: stop !== null, horizon: true }
  return Object.fromEntries(faults.flatMap((fault) => (isRead[FIELD_OF[fault]] ? [[FIELD_OF[fault], faultTexts[fault]]] : [])))
}

function reasonOf(draft: Draft, quote: IdeaQuote | undefined, problems: Checked['problems']): string | undefined {
  if (quote === undefined) return 'Loading the price'
  if (quote.price === null || quote.is_stale) return 'The price is stale. Wait until it updates.'
  if (quote.open >= quote.open_limit || quote.open_all >= quote.open_all_limit) return 'You have reached the limit of open ideas'
  if (draft.target.trim() === '' || draft.stop.trim() === '') return 'Enter target and stop'
  if (Object.keys(problems).length > 0) return 'Correct the marked fields'
  return draft.text.trim() === '' ? 'Say why' : undefined
}

const faultTexts: Readonly<Record<IdeaFault, string>> = {
  'target-side': 'Must be above the entry for long, below it for short',
  'stop-side': 'Must be below the entry for long, above it for short',
  'target-near': 'At least 0.1% and three ticks from the entry',
  'stop-near': 'At least 0.1% and three ticks from the entry',
  'horizon-short': 'At least 15 minutes',
  'horizon-long': 'At most 7 days',
}
