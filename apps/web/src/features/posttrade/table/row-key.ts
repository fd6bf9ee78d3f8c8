import type { RowSpan } from '../../../ui/row-window.ts'

/** More rows than are ever in sight at once. */
const POOL = 128

/**
 * A row that is scrolled out of sight becomes the one that comes into it: to write other words into it costs a third of making it
 * again. The one that the keyboard is in stays itself, and so do those that are drawn out of sight: they may be a whole pool away.
 */
export function rowKey(place: number, { span, isKept }: { readonly span: RowSpan; readonly isKept: boolean }): string {
  const isPooled = !isKept && place >= span.from && place < span.to && span.to - span.from <= POOL
  return isPooled ? `pool ${place % POOL}` : `kept ${place}`
}
