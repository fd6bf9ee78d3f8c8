import { numberText } from './number-text.ts'

const short = new Intl.NumberFormat('en-US', { notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero', minimumFractionDigits: 2, maximumFractionDigits: 2 })
const shortPercent = new Intl.NumberFormat('en-US', {
  notation: 'compact',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/**
 * A large amount shortened to two decimals and K, M, B or T; under 1,000 it is `numberText`. Only for places where the
 * full figure is one hover, focus or long press away.
 *
 * @throws never
 * @example shortNumberText(1_243_512_000_000) // '1.24T'
 */
export const shortNumberText = (value: number): string => (Math.abs(value) < 1000 ? numberText(value) : short.format(value))

/**
 * A change in percent with its sign and two decimals; what rounds to nothing has no sign; from 1,000 % on it is shortened
 * like an amount, so that it keeps to its column.
 *
 * @param value in percent: 1.234 is 1.234 %
 * @throws never
 * @example percentText(1.234) // '+1.23%'
 */
export const percentText = (value: number): string => `${(Math.abs(value) < 999.995 ? percent : shortPercent).format(value)}%`
