import type { Brand } from '../brand.ts'

/**
 * Integers in fixed units, and decimal strings at the edges. Money that is owned or owed is never a float: a float cannot hold a
 * tenth of a dollar, and what cannot be held cannot be added up.
 *
 * Prices and sizes have one scale for all coins, fine enough for a coin of $0.00000893: an order's price is a whole number of the
 * instrument's ticks and its size of its lots, but marks, averages and other venues' books are not.
 */

/** Picodollars (10⁻¹² USDC) for one coin. */
export type Price = Brand<bigint, 'Price'>
/** 10⁻¹² of a coin. */
export type Size = Brand<bigint, 'Size'>
/** Price times size, exact: 10⁻²⁴ USDC. */
export type Notional = Brand<bigint, 'Notional'>
/** Micro-USDC (10⁻⁶): the unit of every ledger. */
export type MicroUsdc = Brand<bigint, 'MicroUsdc'>
/** A fraction in units of 10⁻¹⁸: rates of fees, margin and funding. `0.02` is two percent. */
export type Fraction = Brand<bigint, 'Fraction'>

/** Digits after the point of each unit. */
export const DECIMALS = { price: 12, size: 12, notional: 24, usdc: 6, fraction: 18 } as const

/** The fraction 1. */
export const FRACTION_ONE = 10n ** BigInt(DECIMALS.fraction)
const NOTIONAL_IN_MICRO = 10n ** BigInt(DECIMALS.notional - DECIMALS.usdc)

/** A brand is of the type alone: here and nowhere else an integer gets its unit. */
const mark = <T extends bigint>(value: bigint): T => value as T

/** Marks an integer as picodollars for one coin. */
export const price: (value: bigint) => Price = mark
/** Marks an integer as 10⁻¹² coins. */
export const size: (value: bigint) => Size = mark
/** Marks an integer as 10⁻²⁴ USDC. */
export const notional: (value: bigint) => Notional = mark
/** Marks an integer as micro-USDC. */
export const microUsdc: (value: bigint) => MicroUsdc = mark
/** Marks an integer as 10⁻¹⁸. */
export const fraction: (value: bigint) => Fraction = mark

/** Why a text is no decimal of the wanted unit; `DECIMAL_FAULT_TEXT` has the words. */
export const DECIMAL_FAULTS = ['not-a-decimal', 'too-many-digits', 'too-many-decimals'] as const
/** One of `DECIMAL_FAULTS`. */
export type DecimalFault = (typeof DECIMAL_FAULTS)[number]

/** What each fault says to the person who wrote the text. */
export const DECIMAL_FAULT_TEXT: Readonly<Record<DecimalFault, string>> = {
  'not-a-decimal': 'Write a plain decimal number, such as 25.566.',
  'too-many-digits': 'This number has more than 18 digits before the point.',
  'too-many-decimals': 'This number has more decimals than can be kept.',
}

/** A parsed integer, or the reason why there is none. */
export type ParsedDecimal = { readonly ok: true; readonly value: bigint } | { readonly ok: false; readonly fault: DecimalFault }

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/
const MOST_WHOLE_DIGITS = 18

/**
 * The integer that a decimal text means in units of 10^-`decimals`. Exponents, signs of plus, spaces, separators and names such as
 * `NaN` are refused; zeros at the end do not count as decimals.
 *
 * @param decimals digits after the point that the unit holds
 * @throws never
 * @example parseDecimal('25.566', 12) // { ok: true, value: 25_566_000_000_000n }
 */
export function parseDecimal(text: string, decimals: number): ParsedDecimal {
  const match = DECIMAL.exec(text)
  if (match === null) return { ok: false, fault: 'not-a-decimal' }
  const [, sign = '', whole = '', given = ''] = match
  if (whole.replace(/^0+/, '').length > MOST_WHOLE_DIGITS) return { ok: false, fault: 'too-many-digits' }
  const rest = given.replace(/0+$/, '')
  if (rest.length > decimals) return { ok: false, fault: 'too-many-decimals' }
  const value = BigInt(whole + rest.padEnd(decimals, '0'))
  return { ok: true, value: sign === '' ? value : -value }
}

/**
 * A decimal text of an integer in units of 10^-`decimals`, without zeros at the end.
 *
 * @throws never
 * @example decimalText(9_997_225_454n, 6) // '9997.225454'
 */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const rest = digits.slice(cut).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${rest === '' ? '' : `.${rest}`}`
}

/** A price as decimal dollars, exact. */
export const priceText = (value: Price): string => decimalText(value, DECIMALS.price)
/** A size as decimal coins, exact. */
export const sizeText = (value: Size): string => decimalText(value, DECIMALS.size)
/** An amount as decimal USDC, exact. */
export const usdcText = (value: MicroUsdc): string => decimalText(value, DECIMALS.usdc)

/**
 * Quotient toward minus infinity.
 *
 * @param divisor not 0
 * @throws RangeError when `divisor` is 0
 */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n !== divisor < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

/**
 * Quotient toward plus infinity.
 *
 * @param divisor not 0
 * @throws RangeError when `divisor` is 0
 */
export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n === divisor < 0n && quotient * divisor !== dividend ? quotient + 1n : quotient
}

/**
 * Quotient to the nearest integer, halves up.
 *
 * @param divisor above 0
 * @throws RangeError when `divisor` is 0
 */
export const roundDiv = (dividend: bigint, divisor: bigint): bigint => floorDiv(2n * dividend + divisor, 2n * divisor)

/** What `amount` coins cost at `each`, exact. */
export const notionalOf = (each: Price, amount: Size): Notional => notional(each * amount)

/** Micro-USDC of an exact amount, what is below one micro dropped: what is received. */
export const usdcFloor = (exact: Notional): MicroUsdc => microUsdc(floorDiv(exact, NOTIONAL_IN_MICRO))

/** Micro-USDC of an exact amount, what is below one micro counted as one: what is paid or held. */
export const usdcCeil = (exact: Notional): MicroUsdc => microUsdc(ceilDiv(exact, NOTIONAL_IN_MICRO))

/** An exact amount of a ledger amount. */
export const exactUsdc = (amount: MicroUsdc): Notional => notional(amount * NOTIONAL_IN_MICRO)

/** `part` of an exact amount, toward minus infinity at 10⁻²⁴ USDC. */
export const fractionOf = (exact: Notional, part: Fraction): Notional => notional(floorDiv(exact * part, FRACTION_ONE))

/** The smaller of two integers of one unit. */
export const least = <T extends bigint>(a: T, b: T): T => (a < b ? a : b)
/** The larger of two integers of one unit. */
export const most = <T extends bigint>(a: T, b: T): T => (a > b ? a : b)
/** Distance from zero. */
export const magnitude = <T extends bigint>(value: T): T => (value < 0n ? -value : value) as T // the unit of a negated amount is the same
