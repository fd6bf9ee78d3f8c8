import { least, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import type { Evidence } from '../events.ts'
import { freeMargin, openingPart } from '../margin/margin.ts'
import { carryNeed } from '../margin/margin-check.ts'
import { end } from '../orders/bracket.ts'
import { isEnded, isResting, leavesOf, type Order, type Side, signOf } from '../orders/order.ts'
import { tradableSize } from '../orders/reach.ts'
import { activeOrders } from '../state.ts'
import { feesOf, marketOf, type Turn } from '../turn.ts'
import { execute } from './fills.ts'
import { type BookLevel, bookMet, displayedBy, type Market, type MarketTrade, ownLevels } from './market.ts'
import { afterBook, afterTrade, afterTradeThrough } from './queue.ts'
import { forgetChanged, rememberTaken, walkBook } from './working.ts'

const restingOrders = (turn: Turn, symbol: string, side: Side): Order[] =>
  activeOrders(turn.state, symbol)
    .filter(
      (order) =>
        isResting(order) && order.price !== undefined && order.terms.side === side && turn.working.queuePositions.has(order.terms.clientId),
    )
    .toSorted((a, b) => Number(signOf(side)) * compare(b.price ?? 0n, a.price ?? 0n) || placedAt(turn, a) - placedAt(turn, b))

const placedAt = ({ working }: Turn, { terms }: Order): number => working.queuePositions.get(terms.clientId)?.since ?? 0

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1)

/**
 * Fills resting orders by a market trade: at the price only beyond the queue ahead, through the price up to the trade's size. A touch fills
 * nothing; without an aggressor only trades through the price count. Source: hftbacktest, RiskAverseQueueModel; nautilus.
 */
export function matchTrade(turn: Turn, symbol: string, trade: MarketTrade): void {
  for (const side of ['buy', 'sell'] as const) if (trade.aggressor !== side) matchSide(turn, side, symbol, trade)
}

function matchSide(turn: Turn, side: Side, symbol: string, trade: MarketTrade): void {
  let left: bigint = trade.size
  let ownAhead = 0n
  for (const order of restingOrders(turn, symbol, side)) {
    if (order.price === undefined) continue
    const through = signOf(side) * (order.price - trade.price)
    if (through < 0n || left <= 0n) return
    if (through === 0n && trade.aggressor === undefined) continue
    const filled = through > 0n ? fillThrough(turn, order, { trade, left }) : fillInQueue(turn, order, { trade, left, ownAhead })
    left -= filled
    ownAhead += filled
  }
}

type Meeting = { readonly trade: MarketTrade; readonly left: bigint }

function fillThrough(turn: Turn, order: Order, { trade, left }: Meeting): bigint {
  const place = turn.working.queuePositions.get(order.terms.clientId)
  if (place !== undefined) turn.working.queuePositions.set(order.terms.clientId, afterTradeThrough(place))
  return fillResting(turn, order, size(left), { trade: trade.size, ahead: place?.ahead ?? size(0n) })
}

function fillInQueue(turn: Turn, order: Order, { trade, left, ownAhead }: Meeting & { readonly ownAhead: bigint }): bigint {
  const { clientId } = order.terms
  const place = turn.working.queuePositions.get(clientId)
  const ahead = place?.ahead ?? size(0n)
  if (place !== undefined) turn.working.queuePositions.set(clientId, afterTrade(place, trade.size, size(ownAhead)))
  const excess = trade.size - ahead - ownAhead
  if (excess <= 0n) return 0n
  return fillResting(turn, order, size(excess < left ? excess : left), { trade: trade.size, ahead })
}

type FillBasis = Pick<Evidence, 'trade' | 'ahead' | 'isInferred'>

function fillResting(turn: Turn, order: Order, most: Size, basis: FillBasis): bigint {
  const { clientId, symbol } = order.terms
  const present = turn.state.orders.get(clientId)
  if (present === undefined || isEnded(present) || present.price === undefined) return 0n
  const amount = least(most, tradableSize(turn, present))
  if (amount === 0n) return 0n
  if (!canCarry(turn, present, amount)) {
    end(turn, present, 'marginCanceled')
    return 0n
  }
  const levels: BookLevel[] = [[present.price, amount]]
  if (amount === leavesOf(present)) turn.working.queuePositions.delete(clientId)
  execute(turn, present, { takes: levels, liquidity: 'maker', evidence: { ...bookMet(marketOf(turn, symbol)), levels, ...basis } })
  return amount
}

function canCarry(turn: Turn, order: Order, amount: Size): boolean {
  const { symbol, side, clientId } = order.terms
  if (order.price === undefined || openingPart(turn.state, symbol, side, amount) === 0n) return true
  const need = carryNeed(turn, order, { takes: [[order.price, amount]], feeRate: feesOf(turn, symbol).maker })
  return need <= freeMargin(turn.state, turn.markets, clientId)
}

/** Applies a book: missing size is cancels, assumed behind us; a book that moved through a price fills, flagged as inferred. */
export function matchBook(turn: Turn, symbol: string): void {
  const market = marketOf(turn, symbol)
  forgetChanged(turn.working, market)
  for (const side of ['buy', 'sell'] as const) {
    for (const order of restingOrders(turn, symbol, side)) {
      if (order.price === undefined) continue
      shortenQueue(turn, order, displayedBy(ownLevels(market, side)).get(order.price) ?? size(0n))
      fillFromCrossedBook(turn, market, order, order.price)
    }
  }
}

function shortenQueue(turn: Turn, order: Order, displayed: Size): void {
  const place = turn.working.queuePositions.get(order.terms.clientId)
  if (place !== undefined) turn.working.queuePositions.set(order.terms.clientId, afterBook(place, displayed))
}

// the limit is the order's own price; beyond means past it
function fillFromCrossedBook(turn: Turn, market: Market, order: Order, limit: Price): void {
  const { side } = order.terms
  const beyond = walkBook(turn.working, market, { side, limit: price(limit - signOf(side)), want: tradableSize(turn, order) })
  if (beyond.filled === 0n) return
  const filled = fillResting(turn, order, beyond.filled, { isInferred: true })
  if (filled > 0n) rememberTaken(turn.working, market, { side, takes: beyond.takes })
}
