import {
  DECIMALS,
  decimalText,
  type Fraction,
  type MicroUsdc,
  microUsdc,
  notional,
  type Price,
  price,
  priceText,
  roundDiv,
  sizeText,
  usdcText,
} from '@aerie/core/numbers/units'
import type { TradingEvent } from '@aerie/trading/events'
import { accountFigures, entryOf, hasMarks, positionFigures } from '@aerie/trading/margin/figures'
import type { Position } from '@aerie/trading/matching/fill'
import { timeToFront } from '@aerie/trading/matching/queue'
import type { ExitTerms, Order } from '@aerie/trading/orders/order'
import { isResting } from '@aerie/trading/orders/order'
import { type AccountState, averagePrice, sizeWithoutStop } from '@aerie/trading/state'
import type { Turn } from '@aerie/trading/turn'
import type { LedgerPosting, ScheduledCancel, TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import type { TradingFill, TradingPosition } from '@aerie/wire/trading/trading-positions'
import { orderIdOf } from './order-id.ts'
import type { AccountRow } from './store.ts'

const known = <T>(value: T | undefined, text: (value: T) => string): string | null => (value === undefined ? null : text(value))
export const fractionText = (value: Fraction): string => decimalText(value, DECIMALS.fraction)
export const notionalText = (value: bigint): string => decimalText(value, DECIMALS.notional)
export const instantOf = (ms: number): string => new Date(ms).toISOString()

export type Shown = { readonly row: AccountRow; readonly turn: Turn }

export const scheduledAnswer = ({ state: { scheduled }, now }: Pick<Turn, 'state' | 'now'>): ScheduledCancel | null =>
  scheduled && {
    at: instantOf(scheduled.at),
    left_ms: Math.max(0, scheduled.at - now),
    seconds: scheduled.afterMs / 1_000,
    keep_reduce_only: scheduled.keepsReduceOnly,
  }

export function accountAnswer({ row, turn }: Shown): TradingAccount {
  const { state, markets } = turn
  const figures = hasMarks(state, markets) ? accountFigures(state, markets) : undefined
  return {
    id: row.id,
    kind: 'paper',
    source: row.sourceId,
    source_kind: row.sourceKind,
    deposit: usdcText(microUsdc(row.deposit)),
    cash: usdcText(state.ledger.get('user:cash') ?? microUsdc(0n)), // an empty ledger has none
    equity: known(figures?.equity, usdcText),
    unrealised: known(figures?.unrealised, usdcText),
    margin_used: known(figures?.marginUsed, usdcText),
    free_margin: known(figures?.freeMargin, usdcText),
    maintenance: known(figures?.maintenance, usdcText),
    funding_paid: usdcText(state.fundingPaid),
    fees_paid: usdcText(state.feesPaid),
    scheduled_cancel: scheduledAnswer(turn),
    seq: state.seq,
    opened_at: instantOf(row.openedAt),
    closed_at: row.closedAt === null ? null : instantOf(row.closedAt),
  }
}

export function positionAnswer({ row, turn: { state, markets } }: Shown, position: Position): TradingPosition {
  const figures = hasMarks(state, markets) ? positionFigures(state, markets, position) : undefined
  return {
    account: row.id,
    symbol: position.symbol,
    size: sizeText(position.size),
    entry: priceText(entryOf(position)),
    mark: known(figures?.mark, priceText),
    notional: known(figures?.notional, notionalText),
    mode: position.mode,
    leverage: Number(position.leverage),
    margin: known(figures?.margin, usdcText),
    maintenance: known(figures?.maintenance, usdcText),
    unrealised: known(figures?.unrealised, usdcText),
    liquidation_price: known(figures?.liquidation, priceText),
    unprotected: unprotectedAnswer(row.id, state, position.symbol),
  }
}

function unprotectedAnswer(accountId: string, state: AccountState, symbol: string): TradingPosition['unprotected'] {
  const stop = state.unprotected.get(symbol)
  if (stop === undefined) return null
  const { clientId } = stop.terms
  return { size: sizeText(sizeWithoutStop(state, symbol)), trigger: known(stop.trigger, priceText), order: orderIdOf(accountId, clientId) }
}

const exitAnswer = (exit: ExitTerms | undefined): TradingOrder['take_profit'] =>
  exit === undefined ? null : { trigger: priceText(exit.trigger), price: known(exit.price, priceText), size: known(exit.size, sizeText) }

function termsAnswer({ terms }: Order) {
  return {
    client_id: terms.clientId,
    symbol: terms.symbol,
    side: terms.side,
    type: terms.type,
    trigger_by: terms.triggerBy,
    callback: known(terms.callback, fractionText),
    callback_abs: known(terms.callbackAbs, priceText),
    activation: known(terms.activation, priceText),
    time_in_force: terms.timeInForce,
    expires_at: known(terms.expiresAt, instantOf),
    post_only: terms.isPostOnly,
    reduce_only: terms.isReduceOnly,
    leverage: terms.leverage === undefined ? null : Number(terms.leverage),
    margin: terms.margin ?? null,
    slippage: known(terms.slippage, fractionText),
    take_profit: exitAnswer(terms.takeProfit),
    stop_loss: exitAnswer(terms.stopLoss),
    decision_mid: known(terms.decisionMid, priceText),
    legs: terms.legs ?? null,
    to_price: known(terms.toPrice, priceText),
    skew: known(terms.skew, fractionText),
    size_skew: known(terms.sizeSkew, fractionText),
    minutes: terms.minutes ?? null,
  }
}

type QueueAnswer = Pick<TradingOrder, 'queue_ahead' | 'queue_ahead_likely' | 'queue_traded' | 'queue_wait_ms'>

function queueAnswer(order: Order, turn: Pick<Turn, 'working' | 'now'> | undefined): QueueAnswer {
  const place = isResting(order) ? turn?.working.queuePositions.get(order.terms.clientId) : undefined
  if (turn === undefined || place === undefined)
    return { queue_ahead: null, queue_ahead_likely: null, queue_traded: null, queue_wait_ms: null }
  return {
    queue_ahead: sizeText(place.ahead),
    queue_ahead_likely: sizeText(place.likely),
    queue_traded: sizeText(place.passed),
    queue_wait_ms: timeToFront(place, Math.floor(turn.now)) ?? null,
  }
}

/** The queue position is known only if the account is in memory. */
export function orderAnswer(accountId: string, order: Order, turn?: Pick<Turn, 'working' | 'now'>): TradingOrder {
  const { clientId } = order.terms
  return {
    id: orderIdOf(accountId, clientId),
    account: accountId,
    ...termsAnswer(order),
    role: order.role,
    size: sizeText(order.size),
    price: known(order.price, priceText),
    trigger: known(order.trigger, priceText),
    trailing_stop_price: known(order.trail?.stop, priceText),
    state: order.state,
    filled: sizeText(order.filled),
    average_price: known(averagePrice(order), priceText),
    ...queueAnswer(order, turn),
    is_queue_reset: order.isQueueReset ?? false,
    is_held: order.isHeld,
    reason: order.reason ?? null,
    parent: order.parent === undefined ? null : orderIdOf(accountId, order.parent),
    created_at: instantOf(order.createdAt),
    updated_at: instantOf(order.updatedAt),
  }
}

export type FillEvent = Extract<TradingEvent, { kind: 'filled' }>

export function fillAnswer(accountId: string, event: FillEvent, schedule: string): TradingFill {
  const { evidence } = event
  return {
    id: `${accountId}:${event.seq}`,
    account: accountId,
    seq: event.seq,
    at: instantOf(event.t),
    order: orderIdOf(accountId, event.clientId),
    client_id: event.clientId,
    symbol: event.symbol,
    side: event.side,
    price: priceText(event.price),
    size: sizeText(event.size),
    notional: notionalText(event.notional),
    fee: usdcText(event.fee),
    fee_rate: fractionText(event.feeRate),
    fee_schedule: schedule,
    realised: usdcText(event.realised),
    liquidity: event.liquidity,
    evidence: {
      book: evidence.book,
      venue_book: evidence.venueBook === undefined ? null : { seq: evidence.venueBook.seq, at: instantOf(evidence.venueBook.at) },
      levels: evidence.levels.map(([at, amount]) => [priceText(at), sizeText(amount)]),
      trade: known(evidence.trade, sizeText),
      ahead: known(evidence.ahead, sizeText),
      is_inferred: evidence.isInferred ?? false,
    },
  }
}

type PostingEvent = Extract<TradingEvent, { kind: LedgerPosting['kind'] }>

export const postingAnswer = (event: PostingEvent): LedgerPosting => ({
  seq: event.seq,
  at: instantOf(event.t),
  kind: event.kind,
  client_id: event.kind === 'filled' ? event.clientId : null,
  symbol: symbolOf(event),
  lines: event.lines.map(({ account, amount }) => ({ account, amount: usdcText(amount) })),
  funding:
    event.kind === 'funded' ? { rate: fractionText(event.rate), price: priceText(event.oracle), is_inferred: event.isInferred } : null,
})

function symbolOf(event: PostingEvent): string | null {
  if (event.kind === 'marginMoved') return event.position.symbol
  return event.kind === 'deposited' ? null : event.symbol
}

/** Mid price of a book, to 10⁻¹²; undefined if a side is empty. */
export const middleOf = (bid: Price | undefined, ask: Price | undefined): Price | undefined =>
  bid === undefined || ask === undefined ? undefined : price(roundDiv(bid + ask, 2n))

/** Position value relative to equity; undefined unless equity is above 0. */
export const timesOf = (worth: bigint, equity: MicroUsdc): string | undefined =>
  equity <= 0n ? undefined : decimalText(notional(worth) / (equity * 10n ** 6n), DECIMALS.size)
