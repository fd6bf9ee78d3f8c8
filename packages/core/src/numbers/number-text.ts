import { MINUS } from './decimal-figure.ts'
import { fixedText, grouped } from './fixed-text.ts'

/**
 * The product's one rule for showing a number: 10 or more, grouped with 2 decimals; 1 to under
 * 10, 3 decimals; 0.001 to under 1, 4 decimals; smaller, 8 decimals; zero or empty shows 0. The rule looks at the
 * magnitude; a negative number keeps its sign, a real minus.
 *
 * "Empty" is an empty input field. A figure that is not known never reaches this function: it is drawn as a dash.
 *
 * @throws never
 * @example numberText(63210.5) // '63,210.50'
 * @example numberText(0.00000893) // '0.00000893'
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
