/** Widths of screener.css: the coin, the coin with its name, and the least that every figure has room in. */
const COIN_PX = 132
const NAMED_COIN_PX = 190
const NAMED_FROM_PX = 640
/** `$0.00001473`, the longest price, and its cell's padding. */
const FIGURE_PX = 108
/** The currency that stands after a figure that is not in dollars. */
const UNIT_PX = 36

type Columns = {
  /** That there are. */
  readonly count: number
  /** Whether a figure may carry its currency's name. */
  readonly hasUnits: boolean
}

/**
 * How many columns of figures are seen at once. They share the room evenly, so that the edge never cuts a figure: the others are
 * scrolled to, a whole column at a time.
 *
 * @param width of the table's place in CSS pixels; null while it is not known
 */
export function visibleColumns(width: number | null, { count, hasUnits }: Columns): number {
  if (width === null) return Math.max(1, count)
  const room = width - (width >= NAMED_FROM_PX ? NAMED_COIN_PX : COIN_PX)
  return Math.max(1, Math.min(count, Math.floor(room / (FIGURE_PX + (hasUnits ? UNIT_PX : 0)))))
}
