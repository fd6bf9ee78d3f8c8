import { DECIMALS, decimalText, parseDecimal } from '@aerie/core/numbers/units'
import type { ApexLive, ApexOrderBody } from '@aerie/wire/apex-orders'
import { readTyped, readTypedPrice, type Typed } from '../../../platform/browser/typed-decimal.ts'

type Type = ApexOrderBody['type']
type TimeInForce = ApexOrderBody['time_in_force']

export type LiveDraft = {
  readonly side: 'buy' | 'sell'
  readonly type: Type
  readonly size: string
  /** Worst acceptable price for taker orders. */
  readonly price: string
  readonly trigger: string
  readonly timeInForce: TimeInForce
  readonly isPostOnly: boolean
  readonly isReduceOnly: boolean
}

type Problems = { readonly size?: string; readonly price?: string; readonly trigger?: string }

/** Problems by field; the order if there are none. */
export type LiveReading = { readonly problems: Problems; readonly order: Omit<ApexOrderBody, 'client_id'> | null }

type Instrument = ApexLive['instruments'][number]

export const hasTrigger = (type: Type): boolean => type !== 'limit' && type !== 'market'
/** Whether it executes as a taker, up to its worst price. */
export const isTaking = (type: Type): boolean => type === 'market' || type === 'stop' || type === 'take_profit'

/** Taker orders cannot rest on the book. */
export const timesOf = (type: Type): readonly TimeInForce[] => (isTaking(type) ? ['ioc', 'fok'] : ['gtc', 'ioc', 'fok'])

/** In units of 10⁻¹²; must be above 0. */
const positive = (text: string): bigint | null => {
  const parsed = parseDecimal(text, DECIMALS.price)
  return parsed.ok && parsed.value > 0n ? parsed.value : null
}

type Figures = { readonly size: Typed; readonly price: Typed; readonly trigger: Typed }

const figuresOf = ({ size, price, trigger }: LiveDraft, symbol: string): Figures => ({
  size: readTyped(size, DECIMALS.price, { units: [symbol.replace(/-.*/, '')] }),
  price: readTypedPrice(price),
  trigger: readTypedPrice(trigger),
})

const positiveOf = (typed: Typed): bigint | null => (typed.kind === 'value' && typed.value > 0n ? typed.value : null)

function stepProblem(typed: Typed, step: string): string | undefined {
  if (typed.kind === 'wrong') return typed.problem
  if (typed.kind === 'empty') return 'Required'
  if (typed.value <= 0n) return 'Enter a number above 0'
  const each = positive(step)
  return each !== null && typed.value % each !== 0n ? `A multiple of ${step}` : undefined
}

function sizeProblem(size: Typed, { lot, min_size: least }: Instrument): string | undefined {
  const problem = stepProblem(size, lot)
  if (problem !== undefined || least === null) return problem
  const [value, low] = [positiveOf(size), positive(least)]
  return value !== null && low !== null && value < low ? `At least ${least}` : undefined
}

/** A trigger order whose worst price is on the wrong side of its trigger could never fill. */
function worstProblem({ type, side }: LiveDraft, { price, trigger }: Figures): string | undefined {
  const [worst, set] = [positiveOf(price), positiveOf(trigger)]
  if (!hasTrigger(type) || !isTaking(type) || worst === null || set === null) return undefined
  if (side === 'buy') return worst < set ? 'At or above the trigger: a buy pays more' : undefined
  return worst > set ? 'At or below the trigger: a sell gets less' : undefined
}

function problemsOf(draft: LiveDraft, figures: Figures, instrument: Instrument): Problems {
  const size = sizeProblem(figures.size, instrument)
  const price = stepProblem(figures.price, instrument.tick) ?? worstProblem(draft, figures)
  const trigger = hasTrigger(draft.type) ? stepProblem(figures.trigger, instrument.tick) : undefined
  return { ...(size !== undefined && { size }), ...(price !== undefined && { price }), ...(trigger !== undefined && { trigger }) }
}

/** The server validates again with the same steps. */
export function readLive(draft: LiveDraft, symbol: string, instrument: Instrument): LiveReading {
  const figures = figuresOf(draft, symbol)
  const problems = problemsOf(draft, figures, instrument)
  const [size, price, trigger] = [positiveOf(figures.size), positiveOf(figures.price), positiveOf(figures.trigger)]
  if (Object.keys(problems).length > 0 || size === null || price === null) return { problems, order: null }
  const { side, type, timeInForce } = draft
  const time_in_force = timesOf(type).includes(timeInForce) ? timeInForce : 'ioc'
  const order = {
    symbol,
    side,
    type,
    size: decimalText(size, DECIMALS.price),
    price: decimalText(price, DECIMALS.price),
    ...(hasTrigger(type) && trigger !== null && { trigger: decimalText(trigger, DECIMALS.price) }),
    time_in_force,
    post_only: type === 'limit' && time_in_force === 'gtc' && draft.isPostOnly,
    reduce_only: draft.isReduceOnly,
  }
  return { problems, order }
}
