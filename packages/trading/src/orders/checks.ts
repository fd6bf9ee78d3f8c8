import { FRACTION_ONE, magnitude, type Price } from '@aerie/core/numbers/units'
import { isFresh, type Market } from '../matching/market.ts'
import type { Walk } from '../matching/working.ts'
import type { Reason } from '../reasons.ts'
import { activeCount } from '../state.ts'
import { marketOf, type Turn } from '../turn.ts'
import { entryRefusal } from './enter.ts'
import { type ExitTerms, type Order, signOf } from './order.ts'
import { isWaiting, tradableSize, walkOf } from './reach.ts'
import { isPassed, sourcePrice } from './triggers.ts'

/** Maximum distance of a limit from the index: 95 % (Hyperliquid). */
const PRICE_BAND = (95n * FRACTION_ONE) / 100n
const SLIPPAGE_RANGE = [FRACTION_ONE / 10_000n, FRACTION_ONE / 10n] as const
const CALLBACK_RANGE = [FRACTION_ONE / 1_000n, FRACTION_ONE / 5n] as const

/** First reason to refuse an order, in the order of TRADING.md A2. `walk`: what it would take now, if known. */
export function refusalOf(turn: Turn, order: Order, walk?: Walk): Reason | undefined {
  const { symbol } = order.terms
  const market = marketOf(turn, symbol)
  return (
    instrumentRefusal(market, order) ??
    limitRefusal(turn, order) ??
    freshRefusal(turn, market, order) ??
    bandRefusal(market, order) ??
    reduceOnlyRefusal(turn, order) ??
    exitRefusal(market, order) ??
    (isWaiting(turn, order) ? triggerRefusal(market, order) : arrivalRefusal(turn, order, walk))
  )
}

/** The first of the leverage refusal and the rest; leverage belongs to margin, the last check. */
export const firstRefusal = (ofLeverage: Reason | undefined, ofOrder: Reason | undefined): Reason | undefined =>
  ofOrder === undefined || ofOrder === 'perpMarginRejected' ? (ofLeverage ?? ofOrder) : ofOrder

/** With latency, an order is checked against the book it meets; its margin both now and then. */
function arrivalRefusal(turn: Turn, order: Order, walk: Walk | undefined): Reason | undefined {
  const reason = entryRefusal(turn, order, walk)
  return turn.rules.latencyMs === 0 || reason === 'perpMarginRejected' || reason === 'reduceOnlyRejected' ? reason : undefined
}

const isWholeNumber = (value: bigint, unit: bigint): boolean => value > 0n && value % unit === 0n

/** Reason if size, price or value do not fit the instrument. */
export function instrumentRefusal({ instrument, mark, bids, asks }: Market, order: Order): Reason | undefined {
  const { lot } = instrument
  const { terms } = order
  if (!arePricesOnTick(order, instrument)) return 'tickRejected'
  if (order.size < 0n || order.size % lot !== 0n) return 'tickRejected'
  if (order.size === 0n) return 'minTradeNtlRejected'
  const reference = order.price ?? order.trigger ?? mark ?? bestOf(bids) ?? bestOf(asks)
  const isSmall = reference !== undefined && order.size * reference < instrument.minNotional
  return isSmall && !terms.isReduceOnly ? 'minTradeNtlRejected' : undefined
}

const isOnTick = (value: bigint | undefined, unit: bigint): boolean => value === undefined || isWholeNumber(value, unit)

function arePricesOnTick({ price, trigger, terms }: Order, instrument: Market['instrument']): boolean {
  const { tick } = instrument
  const areOwn = isOnTick(price, tick) && isOnTick(trigger, tick) && isOnTick(terms.toPrice, tick)
  const isTrailOnTick = isOnTick(terms.activation, tick) && isOnTick(terms.callbackAbs, tick)
  return areOwn && isTrailOnTick && isExitOnTick(terms.takeProfit, instrument) && isExitOnTick(terms.stopLoss, instrument)
}

const isExitOnTick = (exit: ExitTerms | undefined, { tick, lot }: Market['instrument']): boolean =>
  exit === undefined || (isOnTick(exit.trigger, tick) && isOnTick(exit.price, tick) && isOnTick(exit.size, lot))

const bestOf = (levels: Market['bids']): Price | undefined => levels[0]?.[0]

function limitRefusal(turn: Turn, order: Order): Reason | undefined {
  const { terms } = order
  const { instrument } = marketOf(turn, terms.symbol)
  const isNew = turn.state.active.get(terms.symbol)?.has(terms.clientId) !== true
  if (isNew && activeCount(turn.state) >= turn.rules.maxOrders) return 'tooManyOrdersRejected'
  if (terms.leverage !== undefined && (terms.leverage < 1n || terms.leverage > instrument.maxLeverage)) return 'perpMaxPositionRejected'
  if (!isWithin(terms.slippage, SLIPPAGE_RANGE) || !isWithin(terms.callback, CALLBACK_RANGE)) return 'tickRejected'
  return undefined
}

const isWithin = (value: bigint | undefined, [least, most]: readonly [bigint, bigint]): boolean =>
  value === undefined || (value >= least && value <= most)

/** Only orders that need the book now need it fresh; resting limits and triggers may be placed. */
function freshRefusal(turn: Turn, market: Market, order: Order): Reason | undefined {
  if (isFresh(market, turn.now) || isWaiting(turn, order)) return undefined
  const needsBook = order.price === undefined || order.terms.timeInForce === 'ioc' || order.terms.timeInForce === 'fok'
  return needsBook || walkOf(turn, order).filled > 0n ? 'staleBookRejected' : undefined
}

function bandRefusal({ oracle, mark }: Market, order: Order): Reason | undefined {
  const reference = oracle ?? mark
  if (reference === undefined || order.price === undefined) return undefined
  return magnitude<bigint>(order.price - reference) * FRACTION_ONE > reference * PRICE_BAND ? 'oracleRejected' : undefined
}

const reduceOnlyRefusal = (turn: Turn, order: Order): Reason | undefined =>
  order.terms.isReduceOnly && tradableSize(turn, order) === 0n ? 'reduceOnlyRejected' : undefined

/** Exits must be on their side of the entry, or the entry itself would trigger them. */
function exitRefusal({ mark }: Market, order: Order): Reason | undefined {
  const { takeProfit, stopLoss, side } = order.terms
  const entry = order.price ?? order.trigger ?? mark
  if (entry === undefined) return undefined
  const isProfitWrong = takeProfit !== undefined && signOf(side) * (takeProfit.trigger - entry) <= 0n
  const isStopWrong = stopLoss !== undefined && signOf(side) * (entry - stopLoss.trigger) <= 0n
  return isProfitWrong || isStopWrong ? 'badTriggerPxRejected' : undefined
}

function triggerRefusal(market: Market, order: Order): Reason | undefined {
  const at = sourcePrice(market, order)
  if (order.terms.type === 'trailing_stop' || order.trigger === undefined || at === undefined) return undefined
  return isPassed(order, order.trigger, at) ? 'badTriggerPxRejected' : undefined
}
