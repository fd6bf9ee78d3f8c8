import { DECIMALS, parseDecimal } from '@aerie/core/numbers/units'
import type { ApexLive, ApexOrderBody } from '@aerie/wire/apex-orders'
import { LIVE_WORDS } from './live-words.ts'

/** A live order as it is being written. */
export type LiveDraft = {
  readonly side: 'buy' | 'sell'
  readonly type: 'limit' | 'market'
  readonly size: string
  /** Of a market order, the worst that it may take. */
  readonly price: string
  readonly timeInForce: 'gtc' | 'ioc' | 'fok'
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
}

/** What is wrong with a live order, by field; the order once nothing is. */
export type LiveReading = {
  readonly problems: { readonly size?: string; readonly price?: string }
  readonly order: Omit<ApexOrderBody, 'client_id'> | null
}

type Instrument = ApexLive['instruments'][number]

const WORDS = LIVE_WORDS.problem

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

/** Reads what is typed; the server judges it again by the same steps. */
export function readLive(draft: LiveDraft, symbol: string, instrument: Instrument): LiveReading {
  const [size, price] = [sizeProblem(draft.size, instrument), stepProblem(draft.price, instrument.tick)]
  const problems = { ...(size !== undefined && { size }), ...(price !== undefined && { price }) }
  if (size !== undefined || price !== undefined) return { problems, order: null }
  const isMarket = draft.type === 'market'
  const time_in_force = isMarket && draft.timeInForce === 'gtc' ? 'ioc' : draft.timeInForce
  const order = {
    symbol,
    side: draft.side,
    type: draft.type,
    size: draft.size.trim(),
    price: draft.price.trim(),
    time_in_force,
    post_only: !isMarket && time_in_force === 'gtc' && draft.isPostOnly,
    reduce_only: draft.isReduceOnly,
  }
  return { problems, order }
}
