import { FRACTION_ONE, fraction, least, type Price, price, roundDiv, type Size, size } from '@aerie/core/numbers/units'
import { checkLeverage } from '../margin/leverage.ts'
import { freeMargin } from '../margin/margin.ts'
import { hasMargin, isReducing } from '../margin/margin-check.ts'
import { execute } from '../matching/fills.ts'
import { bookMet, isFresh, midOf } from '../matching/market.ts'
import { rememberTaken, walkBook } from '../matching/working.ts'
import type { Reason } from '../reasons.ts'
import { activeOrders } from '../state.ts'
import { emit, marketOf, type Turn } from '../turn.ts'
import { copyTurn } from '../upkeep.ts'
import { end } from './bracket.ts'
import { firstRefusal, refusalOf } from './checks.ts'
import { endOwnWithin } from './enter.ts'
import { isEnded, leavesOf, type Order, type OrderTerms } from './order.ts'
import { acceptOrder, newOrder, reject } from './place.ts'
import { limitOf, tradableSize } from './reach.ts'

const LEGS = [2, 40] as const
const SKEW_RANGE = [FRACTION_ONE / 10n, 10n * FRACTION_ONE] as const

/** Scaled prices; each gap is `skew` times the previous. Source: dYdX: 100 to 110 in 4, skew 2: 100, 101.428571, 104.285714, 110. */
export function scalePrices({
  from,
  to,
  legs,
  skew,
  tick,
}: {
  readonly from: Price
  readonly to: Price
  readonly legs: number
  readonly skew: bigint
  readonly tick: Price
}): Price[] {
  const weights = [0n]
  let gap = FRACTION_ONE
  for (let leg = 1; leg < legs; leg += 1) {
    weights.push((weights[leg - 1] ?? 0n) + gap)
    gap = (gap * skew) / FRACTION_ONE
  }
  const whole = weights.at(-1) ?? FRACTION_ONE
  return weights.map((weight) => price(roundDiv((from * whole + (to - from) * weight) / tick, whole) * tick))
}

/** Scaled sizes in whole lots, the last `skew` times the first; the first legs get the remainder. Source: Hyperliquid, size skew. */
export function scaleSizes({
  total,
  legs,
  lot,
  skew,
}: {
  readonly total: Size
  readonly legs: number
  readonly lot: Size
  readonly skew: bigint
}): Size[] {
  const steps = BigInt(legs - 1)
  const weights = Array.from({ length: legs }, (_, leg) => steps * FRACTION_ONE + BigInt(leg) * (skew - FRACTION_ONE))
  const whole = weights.reduce((sum, weight) => sum + weight, 0n)
  const lots = total / lot
  const each = weights.map((weight) => (lots * weight) / whole)
  const rest = lots - each.reduce((sum, one) => sum + one, 0n)
  return each.map((one, leg) => size((one + (BigInt(leg) < rest ? 1n : 0n)) * lot))
}

/** Places all legs of a scaled order or none. Leg n has client id `id:n`. */
export function placeScale(turn: Turn, terms: OrderTerms) {
  const parent = newOrder(turn, terms)
  const { price: from, toPrice: to, legs = 0, skew = FRACTION_ONE, sizeSkew = FRACTION_ONE } = terms
  const isShaped = from !== undefined && to !== undefined && legs >= LEGS[0] && legs <= LEGS[1]
  if (!isShaped || !isSkew(skew) || !isSkew(sizeSkew)) return reject(turn, parent, 'tickRejected')
  const { tick, lot } = marketOf(turn, terms.symbol).instrument
  if (parent.size % lot !== 0n) return reject(turn, parent, 'tickRejected')
  const sizes = scaleSizes({ total: parent.size, legs, lot, skew: sizeSkew })
  const orders = scalePrices({ from, to, legs, skew, tick }).map((at, leg) =>
    newOrder(turn, legTerms(terms, { leg, at, amount: sizes[leg] }), { role: 'leg', parent: terms.clientId }),
  )
  const change = checkLeverage(turn, parent)
  const reason = firstRefusal(change.reason, setRefusal(change.turn, parent, orders))
  if (reason !== undefined) return reject(turn, parent, reason)
  for (const body of change.bodies) emit(turn, body)
  emit(turn, { kind: 'accepted', order: { ...parent, price: undefined } })
  for (const order of orders) acceptOrder(turn, order)
  settleScale(turn, terms.clientId)
}

const isSkew = (skew: bigint): boolean => skew >= SKEW_RANGE[0] && skew <= SKEW_RANGE[1]

type Leg = { readonly leg: number; readonly at: Price; readonly amount: Size | undefined }

const legTerms = (terms: OrderTerms, { leg, at, amount }: Leg): OrderTerms => ({
  ...terms,
  clientId: `${terms.clientId}:${leg + 1}`,
  type: 'limit',
  price: at,
  size: amount,
  legs: undefined,
  toPrice: undefined,
  skew: undefined,
  sizeSkew: undefined,
})

function setRefusal(turn: Turn, parent: Order, legs: readonly Order[]): Reason | undefined {
  const active = [...turn.state.active.values()].reduce((sum, ids) => sum + ids.size, 0)
  if (active + legs.length > turn.rules.maxOrders) return 'tooManyOrdersRejected'
  for (const leg of legs) {
    const reason = refusalOf(turn, leg)
    if (reason !== undefined) return reason
  }
  if (isReducing(turn, parent)) return undefined
  // What earlier legs take, and their losses, determine what is left for later ones.
  const tried = copyTurn(turn)
  for (const leg of legs) acceptOrder(tried, leg)
  return freeMargin(tried.state, tried.markets) < 0n ? 'perpMarginRejected' : undefined
}

/** A scaled order ends with its last leg. */
export function settleScale(turn: Turn, clientId: string): void {
  const parent = turn.state.orders.get(clientId)
  if (parent === undefined || parent.terms.type !== 'scale' || isEnded(parent)) return
  const legs = Array.from({ length: parent.terms.legs ?? 0 }, (_, leg) => turn.state.orders.get(`${clientId}:${leg + 1}`))
  if (legs.some((leg) => leg !== undefined && !isEnded(leg))) return
  const isFilled = legs.every((leg) => leg?.state === 'filled')
  emit(turn, {
    kind: 'ended',
    clientId,
    state: isFilled ? 'filled' : 'canceled',
    reason: isFilled ? undefined : legs.find((leg) => leg?.reason)?.reason,
  })
}

/** TWAP: one slot per 30 s, within 3 % of the mark; catches up with at most three times the normal part. */
const SLOT_MS = 30_000
const SLOT_SLIPPAGE = (3n * FRACTION_ONE) / 100n
const CATCH_UP = 3n
const MINUTES = [1, 1_440] as const

const slotsOf = ({ terms }: Order): number => ((terms.minutes ?? 0) * 60_000) / SLOT_MS

/** Places a TWAP; its first part trades on reaching the market. */
export function placeTwap(turn: Turn, terms: OrderTerms) {
  const slippage = terms.slippage === undefined || terms.slippage > SLOT_SLIPPAGE ? fraction(SLOT_SLIPPAGE) : terms.slippage
  const order = newOrder(turn, { ...terms, slippage })
  const { minutes = 0 } = terms
  if (!Number.isInteger(minutes) || minutes < MINUTES[0] || minutes > MINUTES[1]) return reject(turn, order, 'tickRejected')
  const { instrument, mark } = marketOf(turn, terms.symbol)
  const change = checkLeverage(turn, order)
  const part = (order.size / BigInt(slotsOf(order)) / instrument.lot) * instrument.lot
  const isSmall = !terms.isReduceOnly && mark !== undefined && part * mark < instrument.minNotional
  const reason = isSmall || part === 0n ? 'minTradeNtlRejected' : firstRefusal(change.reason, refusalOf(change.turn, order))
  if (reason !== undefined) return reject(turn, order, reason)
  for (const body of change.bodies) emit(turn, body)
  const { latencyMs } = turn.rules
  emit(turn, { kind: 'accepted', order: latencyMs > 0 ? { ...order, liveAt: turn.now + latencyMs } : order })
  tradeSlots(turn, terms.symbol)
}

/** Trades due TWAP parts in a market and ends expired TWAPs. */
export function tradeSlots(turn: Turn, symbol: string): void {
  for (const { terms } of activeOrders(turn.state, symbol)) {
    const order = turn.state.orders.get(terms.clientId)
    if (order === undefined || terms.type !== 'twap' || isEnded(order)) continue
    const slot = Math.floor((turn.now - order.createdAt) / SLOT_MS)
    if (slot >= slotsOf(order)) emit(turn, { kind: 'ended', clientId: terms.clientId, state: 'expired', reason: 'windowEnded' })
    else if (slot >= order.slots && hasArrived(turn, order) && isFresh(marketOf(turn, symbol), turn.now)) tradeSlot(turn, order, slot)
  }
}

/** With latency, the first part meets only later market data, never the book the order was sent from. */
const hasArrived = (turn: Turn, { liveAt, terms }: Order): boolean =>
  liveAt === undefined || (marketOf(turn, terms.symbol).receivedAt ?? Number.NEGATIVE_INFINITY) >= liveAt

function tradeSlot(turn: Turn, order: Order, slot: number) {
  const { symbol, side, clientId } = order.terms
  const market = marketOf(turn, symbol)
  const { lot } = market.instrument
  const want = slotSize(order, slot, lot)
  const allowed = tradableSize(turn, order)
  if (order.terms.isReduceOnly && allowed === 0n) return end(turn, order, 'reduceOnlyCanceled')
  const part = least(want, allowed)
  const { takes, filled } = walkBook(turn.working, market, { side, limit: limitOf(turn, order), want: part })
  emit(turn, { kind: 'slotPassed', clientId, slots: slot + 1 })
  endOwnWithin(turn, order, { takes, filled }, part)
  if (filled === 0n) return
  if (!hasMargin(turn, { ...order, size: size(order.filled + filled) })) return end(turn, order, 'marginCanceled')
  rememberTaken(turn.working, market, { side, takes })
  execute(turn, order, {
    takes,
    liquidity: 'taker',
    evidence: { ...bookMet(market), levels: takes },
    arrivalMid: order.arrivalMid === undefined ? midOf(market) : undefined,
  })
}

/** Size due by the end of a slot minus the traded size, at most three normal parts. */
function slotSize(order: Order, slot: number, lot: Size): Size {
  const slots = BigInt(slotsOf(order))
  const target = (order.size * BigInt(slot + 1)) / slots
  const due = target - order.filled
  const cap = (CATCH_UP * order.size) / slots
  const wanted = due < cap ? due : cap
  const isLast = slot + 1 === Number(slots) && wanted === leavesOf(order)
  return size(isLast ? wanted : wanted <= 0n ? 0n : (wanted / lot) * lot)
}
