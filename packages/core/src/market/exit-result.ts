import {
  type Fraction,
  fractionOf,
  least,
  type MicroUsdc,
  magnitude,
  microUsdc,
  notional,
  notionalOf,
  type Price,
  price,
  type Size,
  size,
  usdcCeil,
  usdcFloor,
} from '../numbers/units.ts'

/** A position: signed size, above 0 is long; the entry is null without one. */
export type HeldPosition = { readonly size: Size; readonly entry: Price | null }

/** An order that executes completely at one price. */
export type ExecutedOrder = {
  readonly side: 'buy' | 'sell'
  readonly size: Size
  readonly at: Price
  readonly isReduceOnly: boolean
  readonly fee: Fraction
}

/** What an execution does to a position. Sizes are not negative, except `after`. */
export type ExitResult = {
  readonly closes: Size
  readonly opens: Size
  readonly after: Size
  readonly fee: MicroUsdc
  /** Profit or loss of the closed part after the fee, rounded down; null if nothing is closed, or if its entry is unknown. */
  readonly result: MicroUsdc | null
}

const ZERO = size(0n)

/** Result of executing `order` against `held`: closes it first, and opens the rest unless reduce-only. */
export function exitResult(held: HeldPosition, order: ExecutedOrder): ExitResult {
  const direction = order.side === 'buy' ? 1n : -1n
  const isClosing = held.size !== 0n && held.size > 0n !== direction > 0n
  const closes = isClosing ? least(order.size, magnitude(held.size)) : ZERO
  const opens = order.isReduceOnly ? ZERO : size(order.size - closes)
  const traded = size(closes + opens)
  const fee = usdcCeil(fractionOf(notionalOf(order.at, traded), order.fee))
  const gain =
    closes === 0n || held.entry === null ? null : usdcFloor(notional(notionalOf(price(held.entry - order.at), closes) * direction))
  return {
    closes,
    opens,
    after: size(held.size + direction * traded),
    fee,
    result: gain === null ? null : microUsdc(gain - fee),
  }
}
