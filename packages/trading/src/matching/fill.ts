import {
  ceilDiv,
  exactUsdc,
  type Fraction,
  fraction,
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
import type { FeeRates } from '../instrument.ts'
import { type Posting, posting, splitFee, splitProfit } from '../ledger.ts'
import { type MarginMode, type Side, signOf } from '../orders/order.ts'
import type { BookLevel } from './market.ts'

/** Open position. */
export type Position = {
  readonly symbol: string
  /** Negative: short. Never 0. */
  readonly size: Size
  /** Exact entry value with the sign of `size`; entry price = cost / size. */
  readonly cost: Notional
  readonly mode: MarginMode
  readonly leverage: bigint
  /** Isolated margin, negative after partial losses beyond it; 0 for cross. */
  readonly margin: MicroUsdc
}

/** Terms of a fill. */
export type FillTerms = {
  readonly symbol: string
  readonly side: Side
  readonly takes: readonly BookLevel[]
  readonly feeRate: Fraction
  readonly mode: MarginMode
  readonly leverage: bigint
  /** Partial liquidation: margin backs the rest and is released only with the last part. */
  readonly keepsMargin?: boolean
}

/** Effect of a fill on the position and the ledger. `fee` is rounded up. */
export type FillResult = {
  readonly position: Position | undefined
  readonly filled: Size
  readonly notional: Notional
  readonly fee: MicroUsdc
  /** Profit before fees of the closed part, rounded down. */
  readonly realised: MicroUsdc
  readonly lines: Posting
}

/** `received`: proceeds of the closed part (buy-back: negative); `opened`: value of the opened part; both exact. */
type Running = { size: bigint; received: bigint; opened: bigint; closed: bigint }

/** Books a fill at average cost; closing realizes `side·(fill − entry)·size`; a trade through zero reopens. */
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
  // Divide once per fill, rounding up: profit rounds down, and the rest is never overvalued, so the next close loses no micro-USDC.
  const costOut = before === undefined || running.closed === 0n ? 0n : ceilDiv(before.cost * running.closed, magnitude<bigint>(before.size))
  const { received, paid, rounding } = splitProfit(notional(running.received - costOut))
  const { charged, booked, rounding: feeRounding } = splitFee(fractionOf(notional(worth), feeRate))
  const isFlipped = before !== undefined && running.size !== 0n && before.size < 0n !== running.size < 0n
  const released = releasedMargin(before, running, { isFlipped, keepsMargin, outcome: received - charged })
  const held = heldMargin(isFlipped ? undefined : before, running, { mode, leverage })
  const moved = held.added - released
  const venue = { 'venue:counterparty': -paid, 'venue:fees': booked, 'venue:rounding': rounding + feeRounding } as const
  const cash = received - charged - moved
  // Building the isolated account's key costs more than the rest of the posting.
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

/** Isolated margin released by a close. Partial losses may drive the margin below zero; the last part settles it. */
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

/** Exact unrealized profit at `mark`. */
export const unrealisedOf = (position: Position, mark: bigint): Notional => notional(position.size * mark - position.cost)

/** Exact absolute value at `mark`. */
export const worthOf = ({ size: amount }: Position, mark: bigint): Notional => notional(magnitude<bigint>(amount) * mark)

/** Exact isolated margin. */
export const ownMarginOf = ({ margin }: Position): Notional => exactUsdc(margin)

const rates = (takerE5: bigint, makerE5: bigint): FeeRates => ({
  taker: fraction(takerE5 * 10n ** 13n),
  maker: fraction(makerE5 * 10n ** 13n),
})

/** Perpetual fees at the lowest tier, stored with fills by name. Sources: Hyperliquid, ApeX Omni, Binance USDⓈ-M, as of 2026. */
export const FEE_SCHEDULES = {
  'hyperliquid-0': rates(45n, 15n),
  apex: rates(50n, 20n),
  'binance-vip0': rates(50n, 20n),
} as const satisfies Record<string, FeeRates>
