import { MINUS } from './decimal-figure.ts'
import { fixedText, grouped } from './fixed-text.ts'
import { numberText } from './number-text.ts'

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
