import { DECIMALS, fraction, notional, type Price, price, type Size, size } from '@aerie/core/numbers/units'
import { type Instrument, tierOfLeverage } from '../instrument.ts'

/** One, in units of a price or a size. */
export const UNIT = 10n ** BigInt(DECIMALS.price)
/** A price of dollars and cents. */
export const dollars = (value: number): Price => price(BigInt(Math.round(value * 100)) * (UNIT / 100n))
/** Whole coins. */
export const coins = (value: number): Size => size(BigInt(Math.round(value)) * UNIT)

/** A market of whole coins by the cent, at 20x and Hyperliquid's fees. */
export const INSTRUMENT: Instrument = {
  symbol: 'X',
  tick: dollars(0.01),
  lot: coins(1),
  minNotional: notional(0n),
  maxLeverage: 20n,
  tiers: tierOfLeverage(20n),
  fees: { taker: fraction(450_000_000_000_000n), maker: fraction(150_000_000_000_000n) },
}
