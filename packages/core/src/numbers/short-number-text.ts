import { MINUS } from './decimal-figure.ts'
import { fixedText, grouped } from './fixed-text.ts'
import { numberText } from './number-text.ts'

const UNITS = ['', 'K', 'M', 'B', 'T'] as const

/**
 * A large amount shortened to two decimals and K, M, B or T; under 1,000 it is `numberText`. Only for places where the
 * full figure is one hover, focus or long press away.
 *
 * @throws never
 * @example shortNumberText(1_243_512_000_000) // '1.24T'
 */
export const shortNumberText = (value: number): string =>
  Math.abs(value) < 1000 ? numberText(value) : (value < 0 ? MINUS : '') + shortText(Math.abs(value))

/**
 * A change in percent with its sign and two decimals; what rounds to nothing has no sign; from 1,000 % on it is shortened
 * like an amount, so that it keeps to its column.
 *
 * @param value in percent: 1.234 is 1.234 %
 * @throws never
 * @example percentText(1.234) // '+1.23%'
 */
export function percentText(value: number): string {
  const text = shortText(Math.abs(value))
  if (text === '0.00' || text === 'NaN') return `${text}%`
  return `${value < 0 ? MINUS : '+'}${text}%`
}

/** Two decimals; from what rounds to 1,000 on in thousands, millions, billions or trillions, as `Intl` writes `compact`. */
function shortText(size: number): string {
  let unit = 0
  let text = fixedText(size, 2)
  // 1000.00 has seven signs.
  while (text.length > 6 && unit < UNITS.length - 1) {
    unit += 1
    text = fixedText(size, 2, -3 * unit)
  }
  // Four digits stand together.
  return (text.length > 7 ? grouped(text) : text) + UNITS[unit]
}
