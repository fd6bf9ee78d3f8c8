import { MINUS } from './decimal-figure.ts'

/**
 * The product's only number format: 10 or more, grouped, 2 decimals; 1 to under 10, 3; 0.001 to under 1, 4; smaller, 8; zero or an empty
 * input is 0. Unknown values must not reach it: they are shown as a dash.
 */
export function numberText(value: number | '' | null | undefined): string {
  if (!value) return '0'
  const size = Math.abs(value)
  return (value < 0 ? MINUS : '') + (size >= 10 ? grouped(fixedText(size, 2)) : fixedText(size, decimalsOf(size)))
}

function decimalsOf(size: number): number {
  if (size >= 1) return 3
  return size >= 0.001 ? 4 : 8
}

/** Non-negative `size` times 10^`shift`, rounded half up in decimal: 1.005 is 1.01 as in `Intl.NumberFormat`; `toFixed` gives 1.00. */
export function fixedText(size: number, decimals: number, shift = 0): string {
  if (!Number.isFinite(size)) return size > 0 ? '∞' : 'NaN'
  const [mantissa = '', exponent] = size.toExponential().split('e')
  const digits = rounded(mantissa.replace('.', ''), Number(exponent) + 1 + shift + decimals).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Groups thousands: '1234567.89' becomes '1,234,567.89'. */
export function grouped(text: string): string {
  const point = text.indexOf('.')
  let end = point < 0 ? text.length : point
  let all = text.slice(end)
  for (; end > 3; end -= 3) all = `,${text.slice(end - 3, end)}${all}`
  return text.slice(0, end) + all
}

function rounded(digits: string, count: number): string {
  if (count < 0) return ''
  const kept = digits.slice(0, count).padEnd(count, '0')
  return (digits[count] ?? '0') < '5' ? kept : String(BigInt(kept) + 1n)
}

const UNITS = ['', 'K', 'M', 'B', 'T'] as const

/** Shortens to two decimals and K, M, B or T from 1,000. Only where the full number is one hover, focus or long press away. */
export const shortNumberText = (value: number): string =>
  Math.abs(value) < 1000 ? numberText(value) : (value < 0 ? MINUS : '') + shortText(Math.abs(value))

/** Signed percent change with two decimals (1.234 is +1.23%); zero has no sign; from 1,000 % on shortened, to fit its column. */
export function percentText(value: number): string {
  const text = shortText(Math.abs(value))
  if (text === '0.00' || text === 'NaN') return `${text}%`
  return `${value < 0 ? MINUS : '+'}${text}%`
}

function shortText(size: number): string {
  let unit = 0
  let text = fixedText(size, 2)
  while (text.length > 6 && unit < UNITS.length - 1) {
    unit += 1
    text = fixedText(size, 2, -3 * unit)
  }
  return (text.length > 7 ? grouped(text) : text) + UNITS[unit]
}
