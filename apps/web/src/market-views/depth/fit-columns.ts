/** A digit of the tables' font, 12 px with tabular figures, takes at most this many pixels. */
const DIGIT_PX = 7.7
const INNER_PADDING_PX = 12
const EDGE_PADDING_PX = 6

/**
 * How wide the columns of a book or a tape are, so that no figure in them is ever cut: as wide as their longest text. Where not
 * all have room, the last ones are not there; the first always is.
 *
 * @param width of the table in CSS pixels; null while it is not known
 * @param characters of the longest text of each column
 * @returns CSS pixels of each column that is shown
 */
export function fitColumns(width: number | null, characters: readonly number[]): readonly number[] {
  const needed = characters.map((count, index) => columnWidth(count, index === 0 || index === characters.length - 1))
  if (width === null) return needed
  while (needed.length > 1 && sum(needed) > width) needed.pop()
  return needed
}

const columnWidth = (count: number, isEdge: boolean): number =>
  Math.ceil(count * DIGIT_PX) + INNER_PADDING_PX + (isEdge ? EDGE_PADDING_PX : 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Amounts come in two widths, so that a column does not jump with each of them: 999.99M, and 0.00001234 in full. */
export const amountCharacters = (texts: readonly string[]): number => (texts.some((text) => text.length > 7) ? longest(texts, 10) : 7)

/** @param least what other texts of the column need */
export const longest = (texts: readonly string[], least: number): number => Math.max(least, ...texts.map((text) => text.length))
