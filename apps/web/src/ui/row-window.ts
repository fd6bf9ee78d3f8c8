/** Rows above and below what is seen that are drawn too, so that neither a quick scroll nor a key finds none. */
const AHEAD = 6
/** The span moves by as many rows at a time: not each row that is scrolled renders the table. */
const STEP = 4

/** Places in an order, `to` not among them. */
export type RowSpan = { readonly from: number; readonly to: number }

/** What of a table of rows of one height is seen, in CSS pixels. */
export type Viewport = { readonly top: number; readonly height: number; readonly rowHeight: number }

const EVERY_ROW: RowSpan = { from: 0, to: Number.POSITIVE_INFINITY }

/**
 * The rows that are seen, and some on either side. All of them, as long as nothing has been laid out.
 *
 * @param ahead rows on either side
 */
export function visibleRows({ top, height, rowHeight }: Viewport, ahead = AHEAD): RowSpan {
  if (rowHeight <= 0 || height <= 0) return EVERY_ROW
  const [first, last] = [top / rowHeight - ahead, (top + height) / rowHeight + ahead]
  return { from: Math.max(0, Math.floor(first / STEP) * STEP), to: Math.ceil(last / STEP) * STEP }
}

/** Whether less than half of the rows to draw are there: a frame has no room to write the others and those beside them too. */
export const isJump = (from: RowSpan, to: RowSpan): boolean =>
  Math.min(from.to, to.to) - Math.max(from.from, to.from) < (to.to - to.from) / 2

/**
 * Places of the rows to draw, in order: those of `span`, the first and the last, the one that Tab goes to, and the one that the
 * keyboard is in with its neighbours. So no key finds a row missing, wherever the table was scrolled to meanwhile.
 *
 * @param entry place of the row that Tab goes to; -1: none
 * @param focused place of the row that the keyboard was in last; -1: none
 */
export function drawnRows({ count, span, entry, focused }: { count: number; span: RowSpan; entry: number; focused: number }): number[] {
  const kept = focused === -1 ? [0, entry, count - 1] : [0, entry, focused - 1, focused, focused + 1, count - 1]
  const places = new Set(kept.filter((place) => place >= 0 && place < count))
  for (let place = span.from; place < Math.min(span.to, count); place += 1) places.add(place)
  return [...places].toSorted((a, b) => a - b)
}
