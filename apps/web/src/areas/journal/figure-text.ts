import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { DASH, signedAmount } from '../../platform/format/figures.ts'
import type { DayText } from './journal-filter.ts'

const MICRO_DIGITS = 6

/** 10⁻⁶ USDC as exact decimal text; rounds a mean to an integer. @returns null for NaN (no value) */
export function decimalOfMicro(micro: number): string | null {
  if (!Number.isFinite(micro)) return null
  const whole = BigInt(Math.round(micro))
  const digits = (whole < 0n ? -whole : whole).toString().padStart(MICRO_DIGITS + 1, '0')
  return `${whole < 0n ? '-' : ''}${digits.slice(0, -MICRO_DIGITS)}.${digits.slice(-MICRO_DIGITS)}`
}

/** From 10⁻⁶ USDC, signed, two decimals; a dash for NaN. */
export const microText = (micro: number): string => signedAmount(decimalOfMicro(micro))

/** Decimal USDC as 10⁻⁶ USDC, exact up to nine billion; null for null. */
export function microOf(text: string | null): number | null {
  if (text === null) return null
  const value = Math.round(Number(text) * 10 ** MICRO_DIGITS)
  return Number.isFinite(value) ? value : null
}

/** E.g. `+1.50R`; a dash for null. */
export const multipleText = (r: number | null): string => (r === null || Number.isNaN(r) ? DASH : `${signed(r.toFixed(2))}R`)

const signed = (text: string): string =>
  !/[1-9]/.test(text) ? text.replace('-', '') : text.startsWith('-') ? text.replace('-', MINUS) : `+${text}`

const dayTime = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export const whenText = (ms: number): string => dayTime.format(ms)

export const exactText = (ms: number): string => exact.format(ms)

const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** Day that ends at a UTC midnight. */
export const dayEndText = (ms: number): string => utcDay.format(ms - 1)

export const dayText = (day: DayText): string => utcDay.format(Date.parse(day))
