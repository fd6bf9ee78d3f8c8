const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const decimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false })
const three = decimals(3)
const four = decimals(4)
const eight = decimals(8)

/**
 * The product's one rule for showing a number (SPEC.md section 5): 10 or more, grouped with 2 decimals; 1 to under
 * 10, 3 decimals; 0.001 to under 1, 4 decimals; smaller, 8 decimals; zero or empty shows 0. The rule looks at the
 * magnitude; a negative number keeps its sign.
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
  if (size >= 10) return grouped.format(value)
  if (size >= 1) return three.format(value)
  if (size >= 0.001) return four.format(value)
  return eight.format(value)
}
