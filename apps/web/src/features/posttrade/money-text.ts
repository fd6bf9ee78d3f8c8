import { DASH } from '../../live/figure-text.ts'
import { signedUsdc } from '../../trading/exact.ts'

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
export const microText = (micro: number): string => signedUsdc(decimalOfMicro(micro))

/** Decimal text of USDC as 10⁻⁶, exact up to nine billion; null where there is none. */
export function microOf(text: string | null): number | null {
  if (text === null) return null
  const value = Math.round(Number(text) * 10 ** MICRO_DIGITS)
  return Number.isFinite(value) ? value : null
}

/** A multiple of risk: `+1.50 R`; a dash where there is none. */
export const multipleText = (r: number | null): string => (r === null || Number.isNaN(r) ? DASH : `${signed(r.toFixed(2))} R`)

const signed = (text: string): string =>
  !/[1-9]/.test(text) ? text.replace('-', '') : text.startsWith('-') ? text.replace('-', '−') : `+${text}`

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

/** How long a position was held: `2 d 4 h`, `35 m`, `12 s`. */
export function heldText(ms: number): string {
  if (ms < 1000) return '< 1 s'
  const parts: string[] = []
  let rest = ms
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 || parts.length > 0) parts.push(`${count} ${unit}`)
    if (parts.length === 2) break
  }
  return parts.filter((part) => !part.startsWith('0 ')).join(' ')
}
