import {
  FRACTION_ONE,
  floorDiv,
  fraction,
  microUsdc,
  type Notional,
  notional,
  type Price,
  price,
  priceText,
  type Size,
  size,
  sizeText,
  usdcText,
} from '@aerie/core/numbers/units'
import { onCommand } from '@aerie/trading/engine'
import { accountFigures, entryOf, hasMarks } from '@aerie/trading/margin/figures'
import { liquidationPrice } from '@aerie/trading/margin/margin'
import { execute, impactOf } from '@aerie/trading/matching/fills'
import { type BookLevel, bookMet, isFresh, oppositeLevels } from '@aerie/trading/matching/market'
import { isEnded, isResting, type OrderTerms, otherSide, signOf } from '@aerie/trading/orders/order'
import { tradableSize } from '@aerie/trading/orders/reach'
import { activeOrders } from '@aerie/trading/state'
import { marketOf, type Turn } from '@aerie/trading/turn'
import { copyTurn } from '@aerie/trading/upkeep'
import type { OrderPreview } from '@aerie/wire/trading/trading-orders'
import { type FillEvent, fractionText, middleOf, timesOf } from './answers.ts'

type Warning = OrderPreview['warnings'][number]

/** Client IDs cannot contain a colon. */
const PREVIEW_ID = 'preview:'
const PERCENT = FRACTION_ONE / 100n
/** A stop this close to the liquidation price may trigger too late. */
const NEAR = PERCENT / 2n

/** Computed on a copy, without latency or booking. @param present the account in its market, with a requested book */
export function previewOrder(present: Turn, terms: OrderTerms): OrderPreview {
  const id = `${PREVIEW_ID}${terms.clientId}`
  const turn = { ...copyTurn(present), rules: { ...present.rules, latencyMs: 0 } }
  const isKnown = hasMarks(present.state, present.markets)
  if (isKnown) onCommand(turn, { kind: 'order', terms: { ...terms, clientId: id } })
  const taken = takenOf(turn, id)
  const rest = restOf(turn, id)
  const slippage = slippageOf(present, terms, taken.average)
  return {
    before: sideOf(present, terms.symbol),
    after: sideOf(turn, terms.symbol),
    average_price: taken.average === undefined ? null : priceText(taken.average),
    fills: sizeText(taken.amount),
    rests: sizeText(size(rest.amount)),
    queue_ahead: rest.ahead === undefined ? null : sizeText(size(rest.ahead)),
    fee: usdcText(microUsdc(taken.fee)),
    slippage: slippage === undefined ? null : fractionText(slippage),
    impact: impactAnswer(present, terms, taken),
    liquidation_price: sideOf(whollyFilled(turn, id), terms.symbol).liquidation_price,
    refusal: isKnown
      ? turn.state.orders.get(id)?.state === 'rejected'
        ? (turn.state.orders.get(id)?.reason ?? null)
        : null
      : 'staleBookRejected',
    warnings: warningsOf({ present, after: turn, terms, slippage, id }),
  }
}

const isOf = (clientId: string, id: string): boolean => clientId === id || clientId.startsWith(`${id}:`)

function takenOf(turn: Turn, id: string) {
  const fills = turn.events.filter((event): event is FillEvent => event.kind === 'filled' && isOf(event.clientId, id))
  const amount = size(fills.reduce((sum, one) => sum + one.size, 0n))
  const worth = notional(fills.reduce((sum, one) => sum + one.notional, 0n))
  const fee = fills.reduce((sum, one) => sum + one.fee, 0n)
  return { amount, worth, fee, average: amount === 0n ? undefined : price(worth / amount) }
}

function restOf({ state, working }: Turn, id: string) {
  const resting = [...state.orders.values()].filter(
    (order) => isOf(order.terms.clientId, id) && isResting(order) && order.price !== undefined,
  )
  const legs = resting.filter(({ terms }) => terms.type === 'limit' || resting.length === 1)
  const [first] = legs
  return {
    amount: legs.reduce((sum, one) => sum + one.size - one.filled, 0n),
    ahead: first === undefined ? undefined : working.queuePositions.get(first.terms.clientId)?.ahead,
  }
}

/** The account after everything left open by the order has filled, each part at its own price. */
function whollyFilled(after: Turn, id: string): Turn {
  const turn = copyTurn(after)
  for (const order of after.state.orders.values()) {
    const { clientId, symbol } = order.terms
    if (!isOf(clientId, id) || isEnded(order) || (order.role !== 'order' && order.role !== 'leg')) continue
    const at = order.price ?? order.trigger ?? order.trail?.stop ?? marketOf(turn, symbol).mark
    const amount = tradableSize(turn, order)
    if (order.terms.type === 'scale' || at === undefined || amount === 0n) continue
    const levels: readonly BookLevel[] = [[at, amount]]
    execute(turn, order, { takes: levels, liquidity: 'maker', evidence: { ...bookMet(marketOf(turn, symbol)), levels } })
  }
  return turn
}

function slippageOf(turn: Turn, { symbol, side }: OrderTerms, average: Price | undefined) {
  const { bids, asks } = marketOf(turn, symbol)
  const middle = middleOf(bids[0]?.[0], asks[0]?.[0])
  if (average === undefined || middle === undefined) return undefined
  return fraction(floorDiv(signOf(side) * (average - middle) * FRACTION_ONE, middle))
}

function impactAnswer(turn: Turn, { symbol, side }: OrderTerms, taken: { readonly amount: Size; readonly worth: Notional }) {
  const best = oppositeLevels(marketOf(turn, symbol), side)[0]?.[0]
  const impact = best === undefined ? undefined : impactOf({ side, best, ...taken })
  return impact === undefined ? null : { fraction: fractionText(impact.share), usdc: usdcText(impact.cost) }
}

function sideOf({ state, markets }: Turn, symbol: string): OrderPreview['before'] {
  const position = state.positions.get(symbol)
  const figures = hasMarks(state, markets) ? accountFigures(state, markets) : undefined
  const liquidation = position === undefined || figures === undefined ? undefined : liquidationPrice(state, markets, symbol)
  return {
    equity: figures === undefined ? null : usdcText(figures.equity),
    free_margin: figures === undefined ? null : usdcText(figures.freeMargin),
    margin_used: figures === undefined ? null : usdcText(figures.marginUsed),
    maintenance: figures === undefined ? null : usdcText(figures.maintenance),
    leverage: (figures && timesOf(figures.notional, figures.equity)) ?? null,
    size: sizeText(position?.size ?? size(0n)),
    entry: position === undefined ? null : priceText(entryOf(position)),
    liquidation_price: liquidation === undefined ? null : priceText(liquidation),
  }
}

type Judged = {
  readonly present: Turn
  readonly after: Turn
  readonly terms: OrderTerms
  readonly slippage: bigint | undefined
  readonly id: string
}

function warningsOf(judged: Judged): Warning[] {
  const { present, terms, slippage = 0n } = judged
  const market = marketOf(present, terms.symbol)
  const found: readonly (readonly [Warning, boolean])[] = [
    ['BOOK_STALE', !isFresh(market, present.now)],
    ['ORDER_CROSSES_OWN_ORDER', judged.after.events.some((event) => event.kind === 'ended' && event.reason === 'selfTradeCanceled')],
    ['ORDER_WOULD_FLIP_POSITION', isFlipped(judged)],
    ['STOP_LOSS_TRIGGER_NEAR_LIQUIDATION', isStopLate(judged)],
    ['MARKET_ORDER_ONE_SIDED_LIQUIDITY', terms.type === 'market' && (market.bids.length === 0) !== (market.asks.length === 0)],
    ['NOT_ENOUGH_LIQUIDITY', isUnfilled(judged)],
    ['SLIPPAGE_OVER_10_PERCENT', slippage >= 10n * PERCENT],
    ['SLIPPAGE_OVER_5_PERCENT', slippage >= 5n * PERCENT && slippage < 10n * PERCENT],
  ]
  return found.flatMap(([warning, isFound]) => (isFound ? [warning] : []))
}

function isFlipped({ present, after, terms }: Judged): boolean {
  const before = present.state.positions.get(terms.symbol)?.size ?? 0n
  const now = after.state.positions.get(terms.symbol)?.size ?? 0n
  return before !== 0n && now !== 0n && before < 0n !== now < 0n
}

/** A stop beyond the liquidation price, or just before it. */
function isStopLate({ after, terms }: Judged): boolean {
  const position = after.state.positions.get(terms.symbol)
  if (position === undefined || !hasMarks(after.state, after.markets)) return false
  const liquidation = liquidationPrice(after.state, after.markets, terms.symbol)
  const closing = otherSide(position.size > 0n ? 'buy' : 'sell')
  const stops = activeOrders(after.state, terms.symbol).filter((one) => one.terms.type.startsWith('stop') && one.terms.side === closing)
  const margin = ((liquidation ?? 0n) * NEAR) / FRACTION_ONE
  return stops.some(({ trigger }) => {
    if (liquidation === undefined || trigger === undefined) return false
    return position.size > 0n ? trigger <= liquidation + margin : trigger >= liquidation - margin
  })
}

function isUnfilled({ after, terms, id }: Judged): boolean {
  const order = after.state.orders.get(id)
  return (
    order !== undefined &&
    (terms.type === 'market' || terms.timeInForce === 'ioc' || terms.timeInForce === 'fok') &&
    (order.reason === 'marketOrderNoLiquidityRejected' || order.reason === 'iocCancelRejected')
  )
}
