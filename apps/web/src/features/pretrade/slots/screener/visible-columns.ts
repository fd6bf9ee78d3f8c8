/** Widths of screener.css: the coin, the coin with its name, and the least that every figure has room in. */
const COIN_PX = 132
const NAMED_COIN_PX = 190
const NAMED_FROM_PX = 640
const FIGURE_PX = 96

/**
 * How many columns of figures are seen at once. They share the room evenly, so that the edge never cuts a figure: the others are
 * scrolled to, a whole column at a time.
 *
 * @param width of the table's place in CSS pixels; null while it is not known
 * @param count of columns that there are
 */
export function visibleColumns(width: number | null, count: number): number {
  if (width === null) return Math.max(1, count)
  const room = width - (width >= NAMED_FROM_PX ? NAMED_COIN_PX : COIN_PX)
  return Math.max(1, Math.min(count, Math.floor(room / FIGURE_PX)))
}
