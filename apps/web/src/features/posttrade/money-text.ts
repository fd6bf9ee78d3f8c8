import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { DASH, signedAmount } from '../../platform/format/figures.ts'

const MICRO_DIGITS = 6

/**
 * 10⁻⁶ USDC as exact decimal text; a mean is rounded to a whole one.
 *
 * @returns null for NaN: there is no figure
 */
export function decimalOfMicro(micro: number): string | null {
  if (!Number.isFinite(micro)) return null
  const whole = BigInt(Math.round(micro))
  const digits = (whole < 0n ? -whole : whole).toString().padStart(MICRO_DIGITS + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -MICRO_DIGITS)}.${digits.slice(-MICRO_DIGITS)}`
}

/** 10⁻⁶ USDC with its sign and two decimals; a dash for NaN. */
export const microText = (micro: number): string => signedAmount(decimalOfMicro(micro))

/** Decimal text of USDC as 10⁻⁶, exact up to nine billion; null where there is none. */
export function microOf(text: string | null): number | null {
  if (text === null) return null
  const value = Math.round(Number(text) * 10 ** MICRO_DIGITS)
  return Number.isFinite(value) ? value : null
}

/** A multiple of risk: `+1.50 R`; a dash where there is none. */
export const multipleText = (r: number | null): string => (r === null || Number.isNaN(r) ? DASH : `${signed(r.toFixed(2))} R`)

const signed = (text: string): string =>
  !/[1-9]/.test(text) ? text.replace('-', '') : text.startsWith('-') ? text.replace('-', MINUS) : `+${text}`
