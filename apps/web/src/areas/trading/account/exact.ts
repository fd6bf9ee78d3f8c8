import {
  DECIMALS,
  type Fraction,
  fraction,
  type MicroUsdc,
  microUsdc,
  type Notional,
  notional,
  type Price,
  parseDecimal,
  price,
  type Size,
  size,
} from '@aerie/core/numbers/units'
import type { TradingInstrument } from '@aerie/wire/trading/trading-account'
import type { InstrumentTerms } from '../ticket/ticket-terms.ts'

function read(text: string | null, decimals: number): bigint | null {
  if (text === null) return null
  const parsed = parseDecimal(text, decimals)
  return parsed.ok ? parsed.value : null
}

export const priceFrom = (text: string | null): Price | null => brand(read(text, DECIMALS.price), price)
export const sizeFrom = (text: string | null): Size | null => brand(read(text, DECIMALS.size), size)
export const usdcFrom = (text: string | null): MicroUsdc | null => brand(read(text, DECIMALS.usdc), microUsdc)
const brand = <T>(value: bigint | null, mint: (value: bigint) => T): T | null => (value === null ? null : mint(value))

/** A price from a float: its own decimal, since 64777.2 to twelve decimals is 64777.199999999997 and off the price step. */
export const priceOfNumber = (value: number | undefined): Price | null => {
  if (value === undefined || !Number.isFinite(value) || value <= 0) return null
  const text = String(value)
  const isShort = !text.includes('e') && (text.split('.')[1] ?? '').length <= DECIMALS.price
  return priceFrom(isShort ? text : value.toFixed(DECIMALS.price))
}

/** An instrument's terms; null if they do not fit the units, and nothing can be traded. */
export function termsOf(instrument: TradingInstrument): InstrumentTerms | null {
  const [tick, lot] = [priceFrom(instrument.tick), sizeFrom(instrument.lot)]
  const least = read(instrument.min_notional, DECIMALS.notional)
  const [taker, maker] = [read(instrument.taker_fee, DECIMALS.fraction), read(instrument.maker_fee, DECIMALS.fraction)]
  if (tick === null || lot === null || least === null || taker === null || maker === null || tick <= 0n || lot <= 0n) return null
  const fees: readonly [Fraction, Fraction] = [fraction(taker), fraction(maker)]
  const minNotional: Notional = notional(least)
  return {
    symbol: instrument.symbol,
    tick,
    lot,
    minNotional,
    maxLeverage: BigInt(instrument.max_leverage),
    takerFee: fees[0],
    makerFee: fees[1],
  }
}
