import {
  ceilDiv,
  exactUsdc,
  type Fraction,
  fractionOf,
  least,
  type MicroUsdc,
  magnitude,
  microUsdc,
  type Notional,
  notional,
  type Size,
  size,
  usdcCeil,
} from '@aerie/core/numbers/units'
import { type Posting, posting, splitFee, splitProfit } from '../ledger.ts'
import { type MarginMode, type Side, signOf } from '../orders/order.ts'
import type { BookLevel } from './market.ts'

/** An open position. */
export type Position = {
  readonly symbol: string
  /** Negative: short. Never 0. */
  readonly size: Size
  /** Exact worth at entry, with the sign of `size`: divided by it, the entry price. */
  readonly cost: Notional
  readonly mode: MarginMode
  readonly leverage: bigint
  /** Own margin of an isolated position, below 0 after parts that lost more than it; 0 for a cross one. */
  readonly margin: MicroUsdc
}

/** What a trade is done with. */
export type FillTerms = {
  readonly symbol: string
  readonly side: Side
  /** Prices and sizes traded, in this order. */
  readonly takes: readonly BookLevel[]
  readonly feeRate: Fraction
  /** For what it opens. */
  readonly mode: MarginMode
  readonly leverage: bigint
  /** A part of a liquidation: the own margin backs what is left, and nothing of it is set free before the last part. */
  readonly keepsMargin?: boolean
}

/** What a trade does to a position and to the ledger. */
export type FillResult = {
  readonly position: Position | undefined
  readonly filled: Size
  readonly notional: Notional
  /** Rounded up. */
  readonly fee: MicroUsdc
  /** Profit before fees of what it closed, rounded down. */
  readonly realised: MicroUsdc
  readonly lines: Posting
}

/** `received` is what the closed part brought (bought back: less than 0), `opened` the worth of what was opened, both exact. */
type Running = { size: bigint; received: bigint; opened: bigint; closed: bigint }

/**
 * Books a trade: entry is the average on increases and stays on decreases; what is closed realises `side·(fill − entry)·size`; a
 * trade through zero closes the position and opens the other one.
 *
 * @throws never
 * Source: docs/user/trading.md, "Margin, funding, liquidation"
 */
export function bookFill(before: Position | undefined, terms: FillTerms): FillResult {
  const { symbol, side, takes, feeRate, mode, leverage, keepsMargin = false } = terms
  const running: Running = { size: before?.size ?? 0n, received: 0n, opened: 0n, closed: 0n }
  let filled = 0n
  let worth = 0n
  for (const take of takes) {
    addTake(running, signOf(side), take)
    filled += take[1]
    worth += take[0] * take[1]
  }
  // Divided once for the whole fill, and up: the profit is then the exact one rounded down, and what stays is never worth too much, so
  // that the next close of an uneven entry does not lose a micro-USDC either.
  const costOut = before === undefined || running.closed === 0n ? 0n : ceilDiv(before.cost * running.closed, magnitude<bigint>(before.size))
  const { received, paid, rounding } = splitProfit(notional(running.received - costOut))
  const { charged, booked, rounding: feeRounding } = splitFee(fractionOf(notional(worth), feeRate))
  const isFlipped = before !== undefined && running.size !== 0n && before.size < 0n !== running.size < 0n
  const released = releasedMargin(before, running, { isFlipped, keepsMargin, outcome: received - charged })
  const held = heldMargin(isFlipped ? undefined : before, running, { mode, leverage })
  const moved = held.added - released
  const venue = { 'venue:counterparty': -paid, 'venue:fees': booked, 'venue:rounding': rounding + feeRounding } as const
  const cash = received - charged - moved
  // Making the name of an own margin costs more than all the rest of the posting.
  const lines =
    moved === 0n ? posting({ 'user:cash': cash, ...venue }) : posting({ 'user:cash': cash, [`user:isolated:${symbol}`]: moved, ...venue })
  const cost = (before?.cost ?? 0n) - costOut + signOf(side) * running.opened
  const margin = microUsdc((before?.margin ?? 0n) - released + held.added)
  const position =
    running.size === 0n
      ? undefined
      : { symbol, size: size(running.size), cost: notional(cost), mode: held.mode, leverage: held.leverage, margin }
  return { position, filled: size(filled), notional: notional(worth), fee: charged, realised: received, lines }
}

/** One level: first it closes what opposes it, then it opens. */
function addTake(running: Running, sign: 1n | -1n, [at, amount]: BookLevel): void {
  const isOpposed = running.size * sign < 0n
  const closing = isOpposed ? least<bigint>(amount, magnitude<bigint>(running.size)) : 0n
  if (closing > 0n) {
    running.received -= sign * at * closing
    running.size += sign * closing
    running.closed += closing
  }
  const opening = amount - closing
  running.size += sign * opening
  running.opened += at * opening
}

type Closing = { readonly isFlipped: boolean; readonly keepsMargin: boolean; readonly outcome: bigint }

/**
 * Own margin that a close sets free: its share, and what the loss takes beyond that share. A part may lose more than there is: the
 * margin is below zero then, and what is missing is settled with the last part.
 */
function releasedMargin(
  before: Position | undefined,
  { closed, size: left }: Running,
  { isFlipped, keepsMargin, outcome }: Closing,
): bigint {
  if (before === undefined || before.mode === 'cross' || closed === 0n) return 0n
  if (isFlipped || left === 0n) return before.margin
  if (keepsMargin) return -outcome
  const share = (before.margin * closed) / magnitude<bigint>(before.size)
  return share + outcome < 0n ? -outcome : share
}

/** An open position keeps its mode and leverage; a new one takes the order's. */
function heldMargin(kept: Position | undefined, { opened }: Running, terms: Pick<FillTerms, 'mode' | 'leverage'>) {
  const { mode, leverage } = kept ?? terms
  return { mode, leverage, added: mode === 'isolated' ? ceilDiv(usdcCeil(notional(opened)), leverage) : 0n }
}

/** Exact unrealised profit of a position at `mark`. */
export const unrealisedOf = (position: Position, mark: bigint): Notional => notional(position.size * mark - position.cost)

/** Exact worth of a position at `mark`, without its sign. */
export const worthOf = ({ size: amount }: Position, mark: bigint): Notional => notional(magnitude<bigint>(amount) * mark)

/** Exact own margin of an isolated position. */
export const ownMarginOf = ({ margin }: Position): Notional => exactUsdc(margin)
