import {
  ceilDiv,
  FRACTION_ONE,
  type Fraction,
  floorDiv,
  least,
  type MicroUsdc,
  magnitude,
  microUsdc,
  notional,
  type Price,
  price,
  size,
  usdcCeil,
  usdcFloor,
} from '@aerie/core/numbers/units'
import { leverageLimitAt } from '../instrument.ts'
import { ownMarginOf, unrealisedOf } from '../matching/fill.ts'
import type { BookLevel } from '../matching/market.ts'
import type { Walk } from '../matching/working.ts'
import { leavesOf, type Order, type Side, signOf } from '../orders/order.ts'
import { tradableSize, walkOf } from '../orders/reach.ts'
import type { AccountState } from '../state.ts'
import { feesOf, marketOf, type Turn } from '../turn.ts'
import { freeMargin, initialMarginOf, leverageOf, openingPart, reservedMargin } from './margin.ts'

/** Parts of an order that trade now or rest. */
export type Carried = { readonly takes: readonly BookLevel[]; readonly resting?: BookLevel | undefined; readonly feeRate: Fraction }

/** Free margin an order needs: initial margin, fees and the loss against the mark, minus what closing releases. */
export function carryNeed(turn: Turn, { terms: { symbol, side, clientId } }: Order, { takes, resting, feeRate }: Carried): MicroUsdc {
  const { state } = turn
  const mark = marketOf(turn, symbol).mark ?? price(0n)
  const filled = takes.reduce((sum, [, amount]) => sum + amount, 0n)
  const traded = worthOfLast(takes, filled)
  const openedNow = openingPart(state, symbol, side, filled)
  const opening = openingPart(state, symbol, side, filled + (resting?.[1] ?? 0n))
  const opened = worthOfLast(resting === undefined ? takes : [...takes, resting], opening)
  const belowMark = side === 'sell' ? openedNow * mark - worthOfLast(takes, openedNow) : 0n
  const margin = ceilDiv(usdcCeil(notional(opened + positive(belowMark))), leverageOf(state, symbol))
  const loss = signOf(side) * (traded - filled * mark)
  const costs = usdcCeil(notional(ceilDiv(traded * feeRate, FRACTION_ONE) + positive(loss)))
  const closed = filled - openedNow
  return microUsdc(margin + costs - (closed === 0n ? 0n : freedByClosing(state, { symbol, side, closed, mark, except: clientId })))
}

const positive = (value: bigint): bigint => (value > 0n ? value : 0n)

type Closing = { readonly symbol: string; readonly side: Side; readonly closed: bigint; readonly mark: Price; readonly except: string }

/** Margin released by a close, minus what orders need from then on. Negative if an isolated loss exceeds its margin. */
function freedByClosing(state: AccountState, { symbol, side, closed, mark, except }: Closing): bigint {
  const position = state.positions.get(symbol)
  if (position === undefined) return 0n
  const held = magnitude<bigint>(position.size)
  const left = size(position.size + signOf(side) * closed)
  const freed =
    position.mode === 'cross'
      ? initialMarginOf(position, mark) - initialMarginOf({ ...position, size: left }, mark)
      : usdcFloor(notional(floorDiv((ownMarginOf(position) + unrealisedOf(position, mark)) * closed, held)))
  const reserved = reservedMargin(state, symbol, { except })
  return freed - positive(reservedMargin(state, symbol, { except, held: left }) - reserved)
}

function worthOfLast(takes: readonly BookLevel[], amount: bigint): bigint {
  let left = amount
  let worth = 0n
  for (const [at, taken] of takes.toReversed()) {
    const part = least<bigint>(taken, left)
    worth += at * part
    left -= part
  }
  return worth
}

/** Whether the account can carry what an order would open. `walk`: what it would take now, if known. */
export function hasMargin(turn: Turn, order: Order, walk?: Walk): boolean {
  const { symbol, side, clientId } = order.terms
  const want = tradableSize(turn, order)
  if (openingPart(turn.state, symbol, side, want) === 0n) return true
  const { takes, filled } = walk ?? walkOf(turn, order)
  const resting = order.price === undefined || filled === want ? undefined : ([order.price, size(want - filled)] as const)
  const need = carryNeed(turn, order, { takes, resting, feeRate: feesOf(turn, symbol).taker })
  return need <= freeMargin(turn.state, turn.markets, clientId)
}

/** Whether an order can only reduce the current position. */
export const isReducing = (turn: Turn, order: Order): boolean =>
  order.terms.isReduceOnly || openingPart(turn.state, order.terms.symbol, order.terms.side, leavesOf(order)) === 0n

/** Whether an order's leverage is allowed for the resulting position; reductions are always allowed. */
export function isLeverageAllowed(turn: Turn, order: Order, leverage: bigint): boolean {
  const { symbol, side } = order.terms
  const market = marketOf(turn, symbol)
  if (isReducing(turn, order)) return true
  // A single tier has the same limit at any value.
  if (market.instrument.tiers.length === 1) return leverage <= leverageLimitAt(market.instrument, notional(0n))
  const reference = order.price ?? market.mark ?? 0n
  const held: bigint = turn.state.positions.get(symbol)?.size ?? 0n
  const after = magnitude<bigint>(held + signOf(side) * leavesOf(order))
  return leverage <= leverageLimitAt(market.instrument, notional(after * reference))
}
