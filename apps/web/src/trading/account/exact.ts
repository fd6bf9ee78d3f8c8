import { cutDecimal, groupedDecimal } from '@aerie/core/numbers/decimal-figure'
import {
  DECIMALS,
  decimalText,
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
import { DASH } from '../../live/market/figure-text.ts'
import type { InstrumentTerms } from '../ticket/ticket-terms.ts'

/** Decimal text of the server as an integer; null where it is not known, or not a decimal of this unit. */
function read(text: string | null, decimals: number): bigint | null {
  if (text === null) return null
  const parsed = parseDecimal(text, decimals)
  return parsed.ok ? parsed.value : null
}

/** A price of the server. */
export const priceFrom = (text: string | null): Price | null => brand(read(text, DECIMALS.price), price)
/** A size of the server. */
export const sizeFrom = (text: string | null): Size | null => brand(read(text, DECIMALS.size), size)
/** An amount of the server. */
export const usdcFrom = (text: string | null): MicroUsdc | null => brand(read(text, DECIMALS.usdc), microUsdc)
const brand = <T>(value: bigint | null, mint: (value: bigint) => T): T | null => (value === null ? null : mint(value))

/** A price that was drawn or sent as a number, to twelve decimals. */
export const priceOfNumber = (value: number | undefined): Price | null =>
  value === undefined || !Number.isFinite(value) || value <= 0 ? null : priceFrom(value.toFixed(DECIMALS.price))

/** What an instrument allows; null where the server's words do not fit the units, and nothing can be traded. */
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

const PRICE_DIGITS = 8
const LEAST_DIGITS = 4

/** A price as a column has room for it: eight digits with the zeros before them, but at least four that count and two decimals. */
export function shortDigits(text: string): string {
  const [whole = '', rest = ''] = text.split('.')
  const leading = whole.replace(/^-?0*/, '').length
  const zeros = leading > 0 ? 0 : (/^0*/.exec(rest)?.[0].length ?? 0)
  return cutDecimal(text, Math.max(2, leading > 0 ? PRICE_DIGITS - leading : Math.max(PRICE_DIGITS, zeros + LEAST_DIGITS)))
}

/** An exact figure as it is read; a dash where it is not known. */
export const figure = (text: string | null, least = 0): string => (text === null ? DASH : minus(groupedDecimal(text, least)))

/** USDC with two decimals, cut toward zero: the whole figure belongs into the title. */
export const usdcFigure = (text: string | null): string => (text === null ? DASH : minus(groupedDecimal(cutDecimal(text, 2), 2)))

/** The same with its sign. */
export function signedUsdc(text: string | null): string {
  if (text === null) return DASH
  const shown = usdcFigure(text)
  return /^[\d,]*[1-9]|[1-9]/.test(shown) && !text.startsWith('-') ? `+${shown}` : shown
}

/** Whether an amount is a gain or a loss, for its colour; a sign stands beside it always. */
export const toneOf = (text: string | null): 'up' | 'down' | undefined => {
  if (text === null || !/[1-9]/.test(text)) return undefined
  return text.startsWith('-') ? 'down' : 'up'
}

/** A fraction as percent with two decimals. */
export const percentFigure = (text: string | null): string => shareFigure(text, 14n, '%')
/** A fraction as basis points with two decimals. */
export const bpsFigure = (text: string | null): string => shareFigure(text, 12n, ' bps')

function shareFigure(text: string | null, digitsCut: bigint, unit: string): string {
  const value = read(text, DECIMALS.fraction)
  if (value === null) return DASH
  const hundredths = value / 10n ** digitsCut
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0')
  return `${hundredths < 0n ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}${unit}`
}

/** The same with up to six decimals, cut toward zero: rates of an hour are small. */
export const rateFigure = (text: string | null): string => {
  const value = read(text, DECIMALS.fraction)
  return value === null ? DASH : `${minus(cutDecimal(decimalText(value * 100n, DECIMALS.fraction), 6))}%`
}

const minus = (text: string): string => text.replace('-', '−')
