import {
  ceilDiv,
  exactUsdc,
  FRACTION_ONE,
  type Fraction,
  floorDiv,
  fraction,
  fractionOf,
  least,
  type MicroUsdc,
  magnitude,
  notional,
  type Price,
  price,
  type Size,
  size,
} from '../numbers/units.ts'

/** How an order's size is told: in coins, by its value, by the margin it takes of the equity, or by what is lost at the stop. */
export const SIZE_UNITS = ['coin', 'usdc', 'equity', 'risk'] as const
/** One of `SIZE_UNITS`. */
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** What a size is worked out from. What is not known is null, and then so is a size that needs it. */
export type SizeTerms = {
  /** Price the order is expected at. */
  readonly entry: Price | null
  /** Price at which the position would be given up. */
  readonly stop: Price | null
  readonly lot: Size
  readonly equity: MicroUsdc | null
  /** Margin that no position or order holds. */
  readonly free: MicroUsdc | null
  /** Whole number, at least 1. */
  readonly leverage: bigint
  readonly fee: Fraction
  /** Share of the free margin that may be used, so that the price may move on the way without a refusal. */
  readonly usable: Fraction
}

/** Why no size comes out. */
export type NoSize = 'no-price' | 'no-equity' | 'no-stop' | 'stop-at-entry' | 'below-lot'
/** A size in whole lots, or why there is none. */
export type Sized = { readonly ok: true; readonly size: Size } | { readonly ok: false; readonly reason: NoSize }

/** Share of the free margin that an order may take, by margin mode (docs/user/trading.md, "The Trade screen"; from dYdX). */
export const USABLE_MARGIN: Readonly<Record<'cross' | 'isolated', Fraction>> = {
  cross: fraction((FRACTION_ONE * 98n) / 100n),
  isolated: fraction((FRACTION_ONE * 95n) / 100n),
}

const none = (reason: NoSize): Sized => ({ ok: false, reason })
const ZERO_NOTIONAL = notional(0n)

/**
 * Coins rounded down to whole lots.
 *
 * @param amount above 0
 * @returns below-lot where nothing is left
 * @throws never
 */
export function wholeLots(amount: Size, lot: Size): Sized {
  const rounded = size((amount / lot) * lot)
  return rounded > 0n ? { ok: true, size: rounded } : none('below-lot')
}

/**
 * As many whole lots as `value` pays for.
 *
 * @throws never
 * @example 1,000 USDC at 25.566 in lots of 0.001: 39.114
 */
export function sizeOfValue(value: MicroUsdc, { entry, lot }: Pick<SizeTerms, 'entry' | 'lot'>): Sized {
  if (entry === null || entry <= 0n) return none('no-price')
  return wholeLots(size(floorDiv(exactUsdc(value), entry)), lot)
}

/**
 * The position whose initial margin and fee take `share` of the equity, but no more than the free margin carries.
 *
 * @param share 0.25 for a quarter
 * @throws never
 */
export function sizeOfEquity(share: Fraction, terms: SizeTerms): Sized {
  const { entry, equity, free, leverage, fee, usable, lot } = terms
  if (entry === null || entry <= 0n) return none('no-price')
  if (equity === null || free === null) return none('no-equity')
  const budget = least(fractionOf(exactUsdc(equity), share), fractionOf(exactUsdc(free), usable))
  if (budget <= ZERO_NOTIONAL) return none('below-lot')
  // value / leverage + value × fee = budget
  const value = floorDiv(budget * leverage * FRACTION_ONE, FRACTION_ONE + leverage * fee)
  return wholeLots(size(floorDiv(value, entry)), lot)
}

/**
 * The position that loses `share` of the equity, fees of both fills included, where it is closed at the stop.
 *
 * @param share 0.01 for one percent
 * @throws never
 * @example equity 50,000, 1 %, entry 200, stop 190, no fee: 50 coins
 */
export function sizeOfRisk(share: Fraction, { entry, stop, equity, fee, lot }: SizeTerms): Sized {
  if (entry === null || entry <= 0n) return none('no-price')
  if (stop === null || stop <= 0n) return none('no-stop')
  if (equity === null) return none('no-equity')
  const distance = magnitude(price(entry - stop))
  if (distance === 0n) return none('stop-at-entry')
  const perCoin = distance + ceilDiv((entry + stop) * fee, FRACTION_ONE)
  return wholeLots(size(floorDiv(fractionOf(exactUsdc(equity), share), perCoin)), lot)
}
