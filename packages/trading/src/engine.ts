import { type Fraction, type MicroUsdc, microUsdc } from '@aerie/core/numbers/units'
import { type Command, decideCommand, fireScheduledCancel } from './commands.ts'
import { posting } from './ledger.ts'
import { fundingPayment, fundingRate } from './margin/funding.ts'
import { liquidateWherePoor, payDebt } from './margin/liquidation.ts'
import type { MarketTrade } from './matching/market.ts'
import { matchBook, matchTrade } from './matching/match.ts'
import { isEnded, isOverdue, isProtectiveStop, type Order, signOf } from './orders/order.ts'
import { admitPending } from './orders/place.ts'
import { settleScale, tradeSlots } from './orders/schedule.ts'
import { evaluateTriggers, holdTriggers } from './orders/triggers.ts'
import type { Reason } from './reasons.ts'
import { activeOrders, activeSymbols, sizeWithoutStop } from './state.ts'
import { emit, marketOf, type Turn } from './turn.ts'

/** Market change. The market, shared by all accounts, is updated first (`applyBook` etc.); then each account reacts. */
export type MarketChange =
  | { readonly kind: 'book' | 'mark' | 'oracle'; readonly symbol: string }
  | { readonly kind: 'trade'; readonly symbol: string; readonly trade: MarketTrade }
  | { readonly kind: 'funding'; readonly symbol: string; readonly premium: Fraction; readonly isInferred?: boolean }

/** Credits an account. */
export function deposit(turn: Turn, amount: MicroUsdc): void {
  emit(turn, { kind: 'deposited', amount, lines: posting({ 'user:cash': amount, 'external:deposits': -amount }) })
}

/** Time-based actions: orders expire before any matching, triggers are held, TWAP slots trade. */
export function onClock(turn: Turn): void {
  endOverdue(turn)
  for (const symbol of activeSymbols(turn.state)) {
    holdTriggers(turn, symbol)
    tradeSlots(turn, symbol)
  }
  settle(turn)
}

/** Executes a user command. */
export function onCommand(turn: Turn, command: Command): void {
  endOverdue(turn)
  decideCommand(turn, command)
  settle(turn)
}

/** Applies a market change to the account in order: expiry, matching, arrivals, triggers, due slots, then the margin check. */
export function onMarket(turn: Turn, change: MarketChange): void {
  const { symbol } = change
  endOverdue(turn)
  if (change.kind === 'funding') applyFunding(turn, change)
  if (change.kind === 'trade') matchTrade(turn, symbol, change.trade)
  if (change.kind === 'book') matchBook(turn, symbol)
  if (change.kind === 'book' || change.kind === 'trade') admitPending(turn, symbol)
  evaluateTriggers(turn, symbol)
  tradeSlots(turn, symbol)
  liquidateWherePoor(turn)
  settle(turn)
}

/** Pays an hour's funding after expiries, nothing else: `now` is the hour's end, possibly long past, while the market is current. */
export function onFunding(turn: Turn, change: Funding): void {
  endOverdue(turn)
  applyFunding(turn, change)
}

function endOverdue(turn: Turn): void {
  fireScheduledCancel(turn)
  expireOrders(turn)
}

function expireOrders(turn: Turn): void {
  for (const symbol of activeSymbols(turn.state)) {
    for (const order of activeOrders(turn.state, symbol)) {
      if (!isOverdue(order, turn.now)) continue
      const { terms } = order
      turn.working.queuePositions.delete(terms.clientId)
      emit(turn, { kind: 'ended', clientId: terms.clientId, state: 'expired', reason: undefined })
    }
  }
}

/** End of every turn: settles debt without positions, ends scaled orders with their last leg, and notes failed stops. */
function settle(turn: Turn): void {
  payDebt(turn)
  const until = turn.events.length
  for (let index = 0; index < until; index += 1) {
    const event = turn.events[index]
    if (event === undefined || (event.kind !== 'ended' && event.kind !== 'filled' && event.kind !== 'rested')) continue
    const leg = turn.state.orders.get(event.clientId)
    if (leg?.role === 'leg' && leg.parent !== undefined && isEnded(leg)) settleScale(turn, leg.parent)
    if (leg !== undefined && event.kind === 'ended') noteUnprotected(turn, leg)
  }
}

/** The book, not the user, ended these. */
const UNFILLED: ReadonlySet<Reason | undefined> = new Set(['marketOrderNoLiquidityRejected', 'iocCancelRejected', 'selfTradeCanceled'])

/** A protective stop whose rest was canceled leaves part of the position without a stop. */
function noteUnprotected(turn: Turn, stop: Order): void {
  if (!isProtectiveStop(stop) || !UNFILLED.has(stop.reason)) return
  const { clientId, symbol, side } = stop.terms
  const held: bigint = turn.state.positions.get(symbol)?.size ?? 0n
  if (held * signOf(side) >= 0n) return
  const size = sizeWithoutStop(turn.state, symbol)
  if (size > 0n) emit(turn, { kind: 'unprotected', clientId, symbol, size })
}

type Funding = Extract<MarketChange, { kind: 'funding' }>

/** Applies an hour's funding once, at the oracle price, else the mark. */
function applyFunding(turn: Turn, { symbol, premium, isInferred = false }: Funding): void {
  const market = marketOf(turn, symbol)
  const position = turn.state.positions.get(symbol)
  const oracle = market.oracle ?? market.mark
  if (position === undefined || oracle === undefined || turn.state.funded.get(symbol) === turn.now) return
  const amount = fundingPayment(position.size, oracle, premium)
  const isOwn = position.mode === 'isolated'
  const account = isOwn ? (`user:isolated:${symbol}` as const) : 'user:cash'
  const margin = isOwn ? microUsdc(position.margin + amount) : position.margin
  const lines = posting({ [account]: amount, 'venue:funding': -amount })
  emit(turn, { kind: 'funded', symbol, rate: fundingRate(premium), oracle, amount, position: { ...position, margin }, lines, isInferred })
}
