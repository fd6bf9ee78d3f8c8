/** Maximum width of a digit in the tables' font: 12 px, tabular figures. */
const DIGIT_PX = 7.7
const INNER_PADDING_PX = 12
const EDGE_PADDING_PX = 6

/** Column widths in CSS pixels that fit their longest text (in characters). Without room the last columns are dropped, never the first. */
export function fitColumns(width: number | null, characters: readonly number[]): readonly number[] {
  const needed = characters.map((count, index) => columnWidth(count, index === 0 || index === characters.length - 1))
  if (width === null) return needed
  while (needed.length > 1 && sum(needed) > width) needed.pop()
  return needed
}

const columnWidth = (count: number, isEdge: boolean): number =>
  Math.ceil(count * DIGIT_PX) + INNER_PADDING_PX + (isEdge ? EDGE_PADDING_PX : 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Two widths only, so that a column does not jump with each amount: for 999.99M, and for 0.00001234 in full. */
export const amountCharacters = (texts: readonly string[]): number => (texts.some((text) => text.length > 7) ? longest(texts, 10) : 7)

export const longest = (texts: readonly string[], least: number): number => Math.max(least, ...texts.map((text) => text.length))
