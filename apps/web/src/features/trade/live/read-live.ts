import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import type { ApexLive, ApexOrderBody } from '@aerie/wire/apex-orders'
import { LIVE_WORDS } from './live-words.ts'

type Type = ApexOrderBody['type']
type TimeInForce = ApexOrderBody['time_in_force']

/** A live order as it is being written. */
export type LiveDraft = {
  readonly side: 'buy' | 'sell'
  readonly type: Type
  readonly size: string
  /** Of what takes, the worst that it may take. */
  readonly price: string
  /** Index price that sets it off; of those that wait for one. */
  readonly trigger: string
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
}

type Problems = { readonly size?: string; readonly price?: string; readonly trigger?: string }

/** What is wrong with a live order, by field; the order once nothing is. */
export type LiveReading = { readonly problems: Problems; readonly order: Omit<ApexOrderBody, 'client_id'> | null }

type Instrument = ApexLive['instruments'][number]

const WORDS = LIVE_WORDS.problem

/** Whether it waits for a trigger. */
export const hasTrigger = (type: Type): boolean => type !== 'limit' && type !== 'market'
/** Whether it takes what is there once it acts, up to its worst price. */
export const isTaking = (type: Type): boolean => type === 'market' || type === 'stop' || type === 'take_profit'

/** How long it may wait on the book: what takes does not. */
export const timesOf = (type: Type): readonly TimeInForce[] => (isTaking(type) ? ['ioc', 'fok'] : ['gtc', 'ioc', 'fok'])

/** Above 0, in units of 10⁻¹². */
const positive = (text: string): bigint | null => {
  const parsed = parseDecimal(text.trim(), DECIMALS.price)
  return parsed.ok && parsed.value > 0n ? parsed.value : null
}

function stepProblem(text: string, step: string): string | undefined {
  if (text.trim() === '') return WORDS.needed
  const [value, each] = [positive(text), positive(step)]
  if (value === null) return WORDS.number
  return each !== null && value % each !== 0n ? WORDS.step(step) : undefined
}

function sizeProblem(size: string, { lot, min_size: least }: Instrument): string | undefined {
  const problem = stepProblem(size, lot)
  if (problem !== undefined || least === null) return problem
  const [value, low] = [positive(size), positive(least)]
  return value !== null && low !== null && value < low ? WORDS.least(least) : undefined
}

/** Set off at its trigger, an order whose worst price lies on the wrong side of it would never trade. */
function worstProblem({ type, side, price, trigger }: LiveDraft): string | undefined {
  const [worst, set] = [positive(price), positive(trigger)]
  if (!hasTrigger(type) || !isTaking(type) || worst === null || set === null) return undefined
  if (side === 'buy') return worst < set ? WORDS.worstAbove : undefined
  return worst > set ? WORDS.worstBelow : undefined
}

function problemsOf(draft: LiveDraft, instrument: Instrument): Problems {
  const size = sizeProblem(draft.size, instrument)
  const price = stepProblem(draft.price, instrument.tick) ?? worstProblem(draft)
  const trigger = hasTrigger(draft.type) ? stepProblem(draft.trigger, instrument.tick) : undefined
  return { ...(size !== undefined && { size }), ...(price !== undefined && { price }), ...(trigger !== undefined && { trigger }) }
}

/** Reads what is typed; the server judges it again by the same steps. */
export function readLive(draft: LiveDraft, symbol: string, instrument: Instrument): LiveReading {
  const problems = problemsOf(draft, instrument)
  if (Object.keys(problems).length > 0) return { problems, order: null }
  const { side, type, size, price, trigger, timeInForce } = draft
  const time_in_force = timesOf(type).includes(timeInForce) ? timeInForce : 'ioc'
  const order = {
    symbol,
    side,
    type,
    size: size.trim(),
    price: price.trim(),
    ...(hasTrigger(type) && { trigger: trigger.trim() }),
    time_in_force,
    post_only: type === 'limit' && time_in_force === 'gtc' && draft.isPostOnly,
    reduce_only: draft.isReduceOnly,
  }
  return { problems, order }
}
