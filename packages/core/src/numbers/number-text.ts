import { MINUS } from './decimal-figure.ts'
import { fixedText, grouped } from './fixed-text.ts'

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
