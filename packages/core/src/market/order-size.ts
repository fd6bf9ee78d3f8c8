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
  type Notional,
  notional,
  notionalOf,
  type Price,
  price,
  type Size,
  size,
} from '../numbers/units.ts'

/** Order size as coins, value, margin as a share of equity, or loss at the stop. */
export const SIZE_UNITS = ['coin', 'usdc', 'equity', 'risk'] as const
/** One of `SIZE_UNITS`. */
export type SizeUnit = (typeof SIZE_UNITS)[number]

/** Inputs of a size calculation; null is unknown and makes every size that depends on it unknown. */
export type SizeTerms = {
  readonly entry: Price | null
  readonly stop: Price | null
  readonly lot: Size
  readonly equity: MicroUsdc | null
  readonly free: MicroUsdc | null
  readonly leverage: bigint
  readonly fee: Fraction
  /** Headroom so a price move does not cause a rejection. */
  readonly usable: Fraction
}

/** Why no size could be computed. */
export type NoSize = 'no-price' | 'no-equity' | 'no-stop' | 'stop-at-entry' | 'below-lot'
/** A size in whole lots, or why there is none. */
export type Sized = { readonly ok: true; readonly size: Size } | { readonly ok: false; readonly reason: NoSize }

/** Usable share of the free margin by margin mode (docs/user/trading.md, "The Trade screen"; from dYdX). */
export const USABLE_MARGIN: Readonly<Record<'cross' | 'isolated', Fraction>> = {
  cross: fraction((FRACTION_ONE * 98n) / 100n),
  isolated: fraction((FRACTION_ONE * 95n) / 100n),
}

const none = (reason: NoSize): Sized => ({ ok: false, reason })
const ZERO_NOTIONAL = notional(0n)

/** Rounds a positive amount down to whole lots; below-lot if nothing is left. */
export function wholeLots(amount: Size, lot: Size): Sized {
  const rounded = size((amount / lot) * lot)
  return rounded > 0n ? { ok: true, size: rounded } : none('below-lot')
}

/** The smallest size in whole lots that is worth at least `minNotional` at `entry`; null without a price. */
export function smallestSize(
  entry: Price | null,
  { lot, minNotional }: { readonly lot: Size; readonly minNotional: Notional },
): Size | null {
  if (entry === null || entry <= 0n) return null
  const lots = ceilDiv(minNotional, entry * lot)
  return size((lots > 0n ? lots : 1n) * lot)
}

/** Whole lots that `value` buys: 1,000 USDC at 25.566 in lots of 0.001 is 39.114. */
export function sizeOfValue(value: MicroUsdc, { entry, lot }: Pick<SizeTerms, 'entry' | 'lot'>): Sized {
  if (entry === null || entry <= 0n) return none('no-price')
  return wholeLots(size(floorDiv(exactUsdc(value), entry)), lot)
}

/** Position whose initial margin and fee use `share` (0.25 is a quarter) of the equity, capped by the free margin. */
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

/** Share of the equity that the initial margin and fee of `amount` use, 0.25 being a quarter; null if unknown. Inverse of `sizeOfEquity`. */
export function equityShareOf(
  amount: Size,
  { entry, equity, leverage, fee }: Pick<SizeTerms, 'entry' | 'equity' | 'leverage' | 'fee'>,
): number | null {
  if (entry === null || equity === null || equity <= 0n) return null
  const value = notionalOf(entry, amount)
  const used = value / leverage + (value * fee) / FRACTION_ONE
  return Number((used * 10_000n) / exactUsdc(equity)) / 10_000
}

/** Position that loses `share` (0.01 is 1 %) of the equity at the stop, both fees included. */
export function sizeOfRisk(share: Fraction, { entry, stop, equity, fee, lot }: SizeTerms): Sized {
  if (entry === null || entry <= 0n) return none('no-price')
  if (stop === null || stop <= 0n) return none('no-stop')
  if (equity === null) return none('no-equity')
  const distance = magnitude(price(entry - stop))
  if (distance === 0n) return none('stop-at-entry')
  const perCoin = distance + ceilDiv((entry + stop) * fee, FRACTION_ONE)
  return wholeLots(size(floorDiv(fractionOf(exactUsdc(equity), share), perCoin)), lot)
}
