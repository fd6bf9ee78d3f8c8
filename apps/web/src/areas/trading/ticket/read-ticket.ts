import {
  type NoSize,
  type Sized,
  type SizeTerms,
  sizeOfEquity,
  sizeOfRisk,
  sizeOfValue,
  USABLE_MARGIN,
  wholeLots,
} from '@aerie/core/market/order-size'
import {
  DECIMALS,
  fraction,
  magnitude,
  microUsdc,
  notionalOf,
  type Price,
  price,
  priceText,
  type Size,
  size,
  sizeText,
} from '@aerie/core/numbers/units'
import type { OrderBody } from '@aerie/wire/trading/trading'
import {
  fractionText,
  readPercent,
  readTyped,
  readTypedPrice,
  readTypedUsdc,
  readWhole,
  TIMES,
  type Typed,
  WHOLE,
} from '../../../platform/browser/typed-decimal.ts'
import { hasField, ORDER_KINDS } from './order-kinds.ts'
import type { TicketDraft, TicketField } from './ticket-draft.ts'
import { missing, type Problems } from './ticket-problems.ts'
import type { TicketTerms } from './ticket-terms.ts'

export type TicketOrder = Omit<OrderBody, 'client_id'>

export type TicketReading = {
  readonly problems: Readonly<Problems>
  readonly order: TicketOrder | null
  /** In whole lots; null if it cannot be computed. */
  readonly size: Size | null
  readonly entry: Price | null
}

type Prices = Partial<Record<TicketField, Price>>

const PRICE_FIELDS = ['price', 'trigger', 'activation', 'toPrice', 'takeProfit', 'takeProfitPrice', 'stopLoss', 'stopLossPrice'] as const

/** Parses without floats (packages/core/src/numbers/units.ts). What the server validates (margin, book, mark) is not checked here. */
export function readTicket(draft: TicketDraft, terms: TicketTerms): TicketReading {
  const problems: Problems = {}
  const prices = readPrices(draft, terms, problems)
  const leverage = readLeverage(draft, terms, problems)
  const entry = entryOf(draft, terms, prices)
  const { size, problem } = readSize(draft, { terms, entry, leverage, stop: prices.stopLoss ?? null })
  if (problem !== null) problems.amount = problem
  const more = readMore(draft, terms, problems)
  if (hasDeadline(draft) && terms.now === null) problems.goodForMinutes = 'The market time is not known yet.'
  const isWhole = Object.keys(problems).length === 0
  const order = isWhole ? orderOf(draft, { terms, prices, size, leverage, more }) : null
  return { problems, order, size, entry }
}

function readPrices(draft: TicketDraft, { instrument }: TicketTerms, problems: Problems): Prices {
  const kind = ORDER_KINDS[draft.type]
  const prices: Prices = {}
  for (const field of PRICE_FIELDS) {
    if (!hasField(kind, field)) continue
    const typed = readTypedPrice(draft[field])
    const problem = priceProblem(typed, { tick: instrument.tick, isNeeded: kind.needs.includes(field), field })
    if (problem !== null) problems[field] = problem
    else if (typed.kind === 'value') prices[field] = price(typed.value)
  }
  if (prices.takeProfitPrice !== undefined && prices.takeProfit === undefined) problems.takeProfit ??= missing('trigger')
  if (prices.stopLossPrice !== undefined && prices.stopLoss === undefined) problems.stopLoss ??= missing('trigger')
  return prices
}

type PriceRule = { readonly tick: Price; readonly isNeeded: boolean; readonly field: TicketField }

function priceProblem(typed: Typed, { tick, isNeeded, field }: PriceRule): string | null {
  if (typed.kind === 'wrong') return typed.problem
  if (typed.kind === 'empty') return isNeeded ? missing(field) : null
  if (typed.value <= 0n) return 'Enter a price above 0.'
  return typed.value % tick === 0n ? null : `The price step is ${priceText(tick)}.`
}

function readLeverage(draft: TicketDraft, { instrument }: TicketTerms, problems: Problems): bigint {
  const { maxLeverage } = instrument
  const typed = readTyped(draft.leverage, 0, { units: TIMES })
  if (typed.kind !== 'value') {
    problems.leverage = 'Enter a whole number.'
    return 1n
  }
  if (typed.value < 1n || typed.value > maxLeverage) problems.leverage = `From 1 to ${maxLeverage}.`
  return typed.value < 1n ? 1n : typed.value
}

/** Expected execution price: limit, else trigger, else the other side's best, else the mark. */
function entryOf(draft: TicketDraft, { bestAsk, bestBid, mark }: TicketTerms, prices: Prices): Price | null {
  return prices.price ?? prices.trigger ?? (draft.side === 'buy' ? bestAsk : bestBid) ?? mark
}

type More = { [Name in 'callback' | 'callback_abs' | 'slippage' | 'skew' | 'size_skew']?: string | undefined } & {
  [Name in 'legs' | 'minutes']?: number | undefined
}

function readMore(draft: TicketDraft, terms: TicketTerms, problems: Problems): More {
  const kind = ORDER_KINDS[draft.type]
  const more: More = {}
  if (hasField(kind, 'callback')) Object.assign(more, readCallback(draft, terms, problems))
  if (hasField(kind, 'slippage')) more.slippage = readShare(draft, { field: 'slippage', least: '0.01', most: '10' }, problems)
  if (hasField(kind, 'skew')) more.skew = readSkew(draft, 'skew', problems)
  if (hasField(kind, 'sizeSkew')) more.size_skew = readSkew(draft, 'sizeSkew', problems)
  if (hasField(kind, 'legs')) more.legs = readCount(draft, { field: 'legs', least: 2, most: 40 }, problems)
  if (hasField(kind, 'minutes')) more.minutes = readCount(draft, { field: 'minutes', least: 1, most: 1_440 }, problems)
  return more
}

function readCallback(draft: TicketDraft, { instrument }: TicketTerms, problems: Problems): More {
  if (draft.callbackUnit === 'percent') return { callback: readShare(draft, { field: 'callback', least: '0.1', most: '20' }, problems) }
  const typed = readTypedPrice(draft.callback)
  const problem = priceProblem(typed, { tick: instrument.tick, isNeeded: true, field: 'callback' })
  if (problem !== null) problems.callback = problem
  return problem === null && typed.kind === 'value' ? { callback_abs: priceText(price(typed.value)) } : {}
}

type ShareRule = { readonly field: 'callback' | 'slippage'; readonly least: string; readonly most: string }

function readShare(draft: TicketDraft, { field, least, most }: ShareRule, problems: Problems): string | undefined {
  const typed = readPercent(draft[field])
  const [low, high] = [readPercent(least), readPercent(most)]
  if (typed.kind === 'wrong') problems[field] = typed.problem
  if (typed.kind === 'empty' && ORDER_KINDS[draft.type].needs.includes(field)) problems[field] = missing(field)
  if (typed.kind !== 'value' || low.kind !== 'value' || high.kind !== 'value') return undefined
  if (typed.value < low.value || typed.value > high.value) problems[field] = `From ${least} to ${most}%.`
  return fractionText(typed.value)
}

function readSkew(draft: TicketDraft, field: 'skew' | 'sizeSkew', problems: Problems): string | undefined {
  const typed = readTyped(draft[field], DECIMALS.fraction)
  if (typed.kind !== 'value' || typed.value * 10n < WHOLE || typed.value > 10n * WHOLE) {
    problems[field] = 'From 0.1 to 10.'
    return undefined
  }
  return fractionText(typed.value)
}

type WholeRule = { readonly field: 'legs' | 'minutes'; readonly least: number; readonly most: number }

function readCount(draft: TicketDraft, { field, least, most }: WholeRule, problems: Problems): number | undefined {
  const whole = readWhole(draft[field], { least, most })
  if (whole !== null) return whole
  problems[field] = `A whole number from ${least} to ${most}.`
  return undefined
}

type OrderParts = {
  readonly terms: TicketTerms
  readonly prices: Prices
  readonly size: Size | null
  readonly leverage: bigint
  readonly more: More
}

function orderOf(draft: TicketDraft, parts: OrderParts): TicketOrder | null {
  const { terms, prices, leverage } = parts
  const follows = isFollower(draft)
  if (parts.size === null && !follows) return null
  return {
    symbol: terms.instrument.symbol,
    side: draft.side,
    type: draft.type,
    ...(follows || parts.size === null ? {} : { size: sizeText(parts.size) }),
    ...(prices.price === undefined ? {} : { price: priceText(prices.price) }),
    ...(prices.trigger === undefined ? {} : { trigger: priceText(prices.trigger) }),
    ...(prices.activation === undefined ? {} : { activation: priceText(prices.activation) }),
    ...(prices.toPrice === undefined ? {} : { to_price: priceText(prices.toPrice) }),
    ...(ORDER_KINDS[draft.type].isTrigger ? { trigger_by: draft.triggerBy } : {}),
    ...defined(parts.more),
    ...timeOf(draft, terms),
    ...(draft.isReduceOnly ? { reduce_only: true } : { leverage: Number(leverage), margin: draft.margin }),
    ...exitsOf(draft, prices),
    ...decisionMid(terms),
  }
}

const defined = (more: More): Partial<TicketOrder> => Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))

const hasDeadline = ({ type, timeInForce }: TicketDraft): boolean => ORDER_KINDS[type].hasTimeInForce && timeInForce === 'gtd'

function timeOf(draft: TicketDraft, { now }: TicketTerms): Partial<TicketOrder> {
  if (!ORDER_KINDS[draft.type].hasTimeInForce) return {}
  const { timeInForce, isPostOnly } = draft
  if (timeInForce === 'gtd' && now !== null)
    return {
      time_in_force: 'gtd',
      expires_at: new Date(now + draft.goodForMinutes * 60_000).toISOString(),
      ...(isPostOnly ? { post_only: true } : {}),
    }
  if (timeInForce === 'ioc' || timeInForce === 'fok') return { time_in_force: timeInForce }
  return isPostOnly ? { post_only: true } : {}
}

function exitsOf(draft: TicketDraft, prices: Prices): Partial<TicketOrder> {
  if (!ORDER_KINDS[draft.type].hasExits || draft.isReduceOnly) return {}
  const exit = (trigger: Price | undefined, limit: Price | undefined) =>
    trigger === undefined ? undefined : { trigger: priceText(trigger), ...(limit === undefined ? {} : { price: priceText(limit) }) }
  const profit = exit(prices.takeProfit, prices.takeProfitPrice)
  const loss = exit(prices.stopLoss, prices.stopLossPrice)
  return { ...(profit === undefined ? {} : { take_profit: profit }), ...(loss === undefined ? {} : { stop_loss: loss }) }
}

/** Mid price at the time of the decision, for the journal. */
function decisionMid({ bestBid, bestAsk }: TicketTerms): Partial<TicketOrder> {
  return bestBid === null || bestAsk === null ? {} : { decision_mid: priceText(price((bestBid + bestAsk) / 2n)) }
}

type Sizing = {
  readonly terms: TicketTerms
  readonly entry: Price | null
  readonly stop: Price | null
  readonly leverage: bigint
}

type ReadSize = { readonly size: Size | null; readonly problem: string | null }

const NO_SIZE: Readonly<Record<NoSize, string>> = {
  'no-price': 'There is no price to calculate the size from. Enter one.',
  'no-equity': 'Your equity is not known yet.',
  'no-stop': 'Enter the stop-loss: the risk is the distance to it.',
  'stop-at-entry': 'The stop-loss is at the entry: nothing would be at risk.',
  'below-lot': 'This is less than the smallest size.',
}

const wrong = (problem: string): ReadSize => ({ size: null, problem })

/** Whether the order has no size: a reduce-only trigger that follows the whole position. */
const isFollower = ({ isReduceOnly, type, amount }: TicketDraft): boolean =>
  isReduceOnly && ORDER_KINDS[type].isTrigger && amount.trim() === ''

const isPercent = ({ unit }: TicketDraft): boolean => unit === 'equity' || unit === 'risk'

function readAmount(draft: TicketDraft, symbol: string): Typed {
  if (isPercent(draft)) return readPercent(draft.amount)
  if (draft.unit === 'coin') return readTyped(draft.amount, DECIMALS.size, { units: [symbol] })
  return readTypedUsdc(draft.amount)
}

function readSize(draft: TicketDraft, sizing: Sizing): ReadSize {
  const { instrument, held } = sizing.terms
  if (isFollower(draft)) return { size: held === 0n ? null : size(magnitude<bigint>(held)), problem: null }
  const typed = readAmount(draft, instrument.symbol)
  if (typed.kind === 'wrong') return wrong(typed.problem)
  if (typed.kind === 'empty') return wrong(missing('amount'))
  const problem = amountProblem(draft, typed.value, instrument.lot)
  if (problem !== null) return wrong(problem)
  const sized = sizedBy(draft, typed.value, sizing)
  if (!sized.ok) return wrong(NO_SIZE[sized.reason])
  return { size: sized.size, problem: worthProblem(draft, sized.size, sizing) }
}

function amountProblem(draft: TicketDraft, amount: bigint, lot: Size): string | null {
  if (amount <= 0n) return 'Enter a size above 0.'
  if (isPercent(draft) && amount > WHOLE) return 'At most 100%.'
  return draft.unit === 'coin' && amount % lot !== 0n ? `The size step is ${sizeText(lot)}.` : null
}

function sizedBy(draft: TicketDraft, typed: bigint, { terms, stop, entry, leverage }: Sizing): Sized {
  const { instrument, equity, free } = terms
  const { lot, takerFee: fee } = instrument
  const given: SizeTerms = { entry, stop, lot, equity, free, leverage, fee, usable: USABLE_MARGIN[draft.margin] }
  switch (draft.unit) {
    case 'coin':
      return wholeLots(size(typed), lot)
    case 'usdc':
      return sizeOfValue(microUsdc(typed), given)
    case 'equity':
      return sizeOfEquity(fraction(typed), given)
    case 'risk':
      return sizeOfRisk(fraction(typed), given)
  }
}

/** Reduce-only orders have no minimum value. */
function worthProblem(draft: TicketDraft, amount: Size, { terms: { instrument }, entry }: Sizing): string | null {
  if (draft.isReduceOnly || entry === null || notionalOf(entry, amount) >= instrument.minNotional) return null
  return 'The order is below the minimum value of this market.'
}
