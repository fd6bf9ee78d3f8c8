import { type Fraction, type MicroUsdc, microUsdc } from '@aerie/core/numbers/units'
import { type Command, decideCommand } from './commands.ts'
import { posting } from './ledger.ts'
import { fundingPayment, fundingRate } from './margin/funding.ts'
import { liquidateWherePoor, payDebt } from './margin/liquidation.ts'
import type { MarketTrade } from './matching/market.ts'
import { matchBook, matchTrade } from './matching/match.ts'
import { isEnded, isOverdue } from './orders/order.ts'
import { admitPending } from './orders/place.ts'
import { settleScale, tradeSlots } from './orders/schedule.ts'
import { evaluateTriggers, holdTriggers } from './orders/triggers.ts'
import { fireScheduledCancel } from './scheduled-cancel.ts'
import { activeOrders, activeSymbols } from './state.ts'
import { emit, marketOf, type Turn } from './turn.ts'

/**
 * What happened in a market. The market itself has heard it already (`hearBook` and its like): it is one for all accounts, and each
 * account then decides what that means for it.
 */
export type MarketChange =
  | { readonly kind: 'book' | 'mark' | 'oracle'; readonly symbol: string }
  | { readonly kind: 'trade'; readonly symbol: string; readonly trade: MarketTrade }
  | { readonly kind: 'funding'; readonly symbol: string; readonly premium: Fraction; readonly isInferred?: boolean }

/** Puts money into an account. */
export function deposit(turn: Turn, amount: MicroUsdc): void {
  emit(turn, { kind: 'deposited', amount, lines: posting({ 'user:cash': amount, 'external:deposits': -amount }) })
}

/** What time alone does: orders end at their instant, before anything is matched; triggers are held; TWAPs trade their parts. */
export function onClock(turn: Turn): void {
  endOverdue(turn)
  for (const symbol of activeSymbols(turn.state)) {
    holdTriggers(turn, symbol)
    tradeSlots(turn, symbol)
  }
  settle(turn)
}

/** Decides a command of the account's user. */
export function onCommand(turn: Turn, command: Command): void {
  endOverdue(turn)
  decideCommand(turn, command)
  settle(turn)
}

/**
 * Decides what a market's change means for the account: what expires, what rests, what arrives, what is set off, what is due, and
 * last whether the account can still carry its positions.
 */
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

/**
 * Pays an hour of funding, after what was over by its end has ended, and does nothing else: the turn's `now` is that end, which may be
 * long past, while the market is today's. Triggers, TWAPs and the margin are judged by the decision that follows, at its own instant.
 */
export function onFunding(turn: Turn, change: Funding): void {
  endOverdue(turn)
  applyFunding(turn, change)
}

/** What ends by the clock alone, before anything else of a turn. */
function endOverdue(turn: Turn): void {
  fireScheduledCancel(turn)
  expireOrders(turn)
}

function expireOrders(turn: Turn): void {
  for (const symbol of activeSymbols(turn.state)) {
    for (const order of activeOrders(turn.state, symbol)) {
      if (!isOverdue(order, turn.now)) continue
      const { terms } = order
      turn.working.places.delete(terms.clientId)
      emit(turn, { kind: 'ended', clientId: terms.clientId, state: 'expired', reason: undefined })
    }
  }
}

/** What every turn ends with: no debt without a position, and scaled orders end with their last leg. */
function settle(turn: Turn): void {
  payDebt(turn)
  const until = turn.events.length
  for (let index = 0; index < until; index += 1) {
    const event = turn.events[index]
    if (event === undefined || (event.kind !== 'ended' && event.kind !== 'filled' && event.kind !== 'rested')) continue
    const leg = turn.state.orders.get(event.clientId)
    if (leg?.role === 'leg' && leg.parent !== undefined && isEnded(leg)) settleScale(turn, leg.parent)
  }
}

type Funding = Extract<MarketChange, { kind: 'funding' }>

/** Applies the hour that ends now, once: the payment is of the oracle's price, else of the mark. */
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
