/** Overscan rows, so that quick scrolling and keyboard navigation find rendered rows. */
const AHEAD = 6
/** The span moves in steps of this many rows, to avoid rendering on every scrolled row. */
const STEP = 4

/** `to` is exclusive. */
export type RowSpan = { readonly from: number; readonly to: number }

export type Viewport = { readonly top: number; readonly height: number; readonly rowHeight: number }

const EVERY_ROW: RowSpan = { from: 0, to: Number.POSITIVE_INFINITY }

/** Visible rows plus `ahead` on either side; all rows until layout is known. */
export function visibleRows({ top, height, rowHeight }: Viewport, ahead = AHEAD): RowSpan {
  if (rowHeight <= 0 || height <= 0) return EVERY_ROW
  const [first, last] = [top / rowHeight - ahead, (top + height) / rowHeight + ahead]
  return { from: Math.max(0, Math.floor(first / STEP) * STEP), to: Math.ceil(last / STEP) * STEP }
}

/** Whether less than half of the target rows are rendered: one frame cannot render the rest and the overscan too. */
export const isJump = (from: RowSpan, to: RowSpan): boolean =>
  Math.min(from.to, to.to) - Math.max(from.from, to.from) < (to.to - to.from) / 2

/**
 * `span`, the first and last row, the Tab `entry`, and the `focused` row with its neighbors (-1: none), so that the keyboard always finds
 * its target row.
 */
export function drawnRows({ count, span, entry, focused }: { count: number; span: RowSpan; entry: number; focused: number }): number[] {
  const kept = focused === -1 ? [0, entry, count - 1] : [0, entry, focused - 1, focused, focused + 1, count - 1]
  const indexes = new Set(kept.filter((place) => place >= 0 && place < count))
  for (let place = span.from; place < Math.min(span.to, count); place += 1) indexes.add(place)
  return [...indexes].toSorted((a, b) => a - b)
}
