import type { Brand } from '../brand.ts'

/** Money is never a float: integers in fixed units, decimal text at the edges. One scale suits even a coin of $0.00000893. */

/** Picodollars (10⁻¹² USDC) per coin. */
export type Price = Brand<bigint, 'Price'>
/** 10⁻¹² of a coin. */
export type Size = Brand<bigint, 'Size'>
/** Exact price times size: 10⁻²⁴ USDC. */
export type Notional = Brand<bigint, 'Notional'>
/** Micro-USDC (10⁻⁶): the unit of all ledgers. */
export type MicroUsdc = Brand<bigint, 'MicroUsdc'>
/** Units of 10⁻¹⁸ for fee, margin and funding rates; `0.02` is 2 %. */
export type Fraction = Brand<bigint, 'Fraction'>

/** Decimals of each unit. */
export const DECIMALS = { price: 12, size: 12, notional: 24, usdc: 6, fraction: 18 } as const

/** The fraction 1. */
export const FRACTION_ONE = 10n ** BigInt(DECIMALS.fraction)
const NOTIONAL_IN_MICRO = 10n ** BigInt(DECIMALS.notional - DECIMALS.usdc)

const mark = <T extends bigint>(value: bigint): T => value as T

/** Brands an integer as picodollars per coin. */
export const price: (value: bigint) => Price = mark
/** Brands an integer as 10⁻¹² coins. */
export const size: (value: bigint) => Size = mark
/** Brands an integer as 10⁻²⁴ USDC. */
export const notional: (value: bigint) => Notional = mark
/** Brands an integer as micro-USDC. */
export const microUsdc: (value: bigint) => MicroUsdc = mark
/** Brands an integer as 10⁻¹⁸. */
export const fraction: (value: bigint) => Fraction = mark

/** Parse errors; `DECIMAL_FAULT_TEXT` has the messages. */
export const DECIMAL_FAULTS = ['not-a-decimal', 'too-many-digits', 'too-many-decimals'] as const
/** One of `DECIMAL_FAULTS`. */
export type DecimalFault = (typeof DECIMAL_FAULTS)[number]

/** Message for each fault. */
export const DECIMAL_FAULT_TEXT: Readonly<Record<DecimalFault, string>> = {
  'not-a-decimal': 'Write a plain decimal number, such as 25.566.',
  'too-many-digits': 'This number has more than 18 digits before the point.',
  'too-many-decimals': 'This number has more decimals than can be kept.',
}

/** A parsed integer, or why parsing failed. */
export type ParsedDecimal = { readonly ok: true; readonly value: bigint } | { readonly ok: false; readonly fault: DecimalFault }

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/
const MOST_WHOLE_DIGITS = 18

/** Parses decimal text into units of 10^-`decimals`. Refuses exponents, plus signs, spaces and separators; ignores trailing zeros. */
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

/** Decimal text of an integer of 10^-`decimals`, without trailing zeros. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const rest = digits.slice(cut).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${rest === '' ? '' : `.${rest}`}`
}

/** Exact decimal dollars. */
export const priceText = (value: Price): string => decimalText(value, DECIMALS.price)
/** Exact decimal coins. */
export const sizeText = (value: Size): string => decimalText(value, DECIMALS.size)
/** Exact decimal USDC. */
export const usdcText = (value: MicroUsdc): string => decimalText(value, DECIMALS.usdc)

/** Quotient rounded toward minus infinity. @throws RangeError if `divisor` is 0 */
export function floorDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n !== divisor < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}

/** Quotient rounded toward plus infinity. @throws RangeError if `divisor` is 0 */
export function ceilDiv(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n === divisor < 0n && quotient * divisor !== dividend ? quotient + 1n : quotient
}

/** Quotient rounded to nearest, halves up; `divisor` above 0. @throws RangeError if `divisor` is 0 */
export const roundDiv = (dividend: bigint, divisor: bigint): bigint => floorDiv(2n * dividend + divisor, 2n * divisor)

/** Exact cost of `amount` coins at price `each`. */
export const notionalOf = (each: Price, amount: Size): Notional => notional(each * amount)

/** Rounds down to micro-USDC: for amounts received. */
export const usdcFloor = (exact: Notional): MicroUsdc => microUsdc(floorDiv(exact, NOTIONAL_IN_MICRO))

/** Rounds up to micro-USDC: for amounts paid or held. */
export const usdcCeil = (exact: Notional): MicroUsdc => microUsdc(ceilDiv(exact, NOTIONAL_IN_MICRO))

/** Converts a ledger amount to an exact amount. */
export const exactUsdc = (amount: MicroUsdc): Notional => notional(amount * NOTIONAL_IN_MICRO)

/** `part` of an exact amount, rounded toward minus infinity at 10⁻²⁴ USDC. */
export const fractionOf = (exact: Notional, part: Fraction): Notional => notional(floorDiv(exact * part, FRACTION_ONE))

/** Minimum of two integers of one unit. */
export const least = <T extends bigint>(a: T, b: T): T => (a < b ? a : b)
/** Maximum of two integers of one unit. */
export const most = <T extends bigint>(a: T, b: T): T => (a > b ? a : b)
/** Absolute value. */
export const magnitude = <T extends bigint>(value: T): T => (value < 0n ? -value : value) as T // negation keeps the unit
