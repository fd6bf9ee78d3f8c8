import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

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

/** Maps each rendered place, in order, to the React key of its row element. */
export type RowSlots = ReadonlyMap<number, number>

export const NO_SLOTS: RowSlots = new Map()

/**
 * Reuses row elements: updating one costs a fraction of creating it. Rows that stay keep their element and focus; after a jump no element
 * is moved in the DOM. Returns `before` itself if the places are the same.
 */
export function rowSlots(before: RowSlots, indexes: readonly number[]): RowSlots {
  if (before.size === indexes.length && indexes.every((place) => before.has(place))) return before
  const drawn = new Set(indexes)
  const free = [...before].flatMap(([place, slot]) => (drawn.has(place) ? [] : [slot]))
  const kept = before.size - free.length
  const used = new Set(before.values())
  for (let slot = 0; kept + free.length < indexes.length; slot += 1) if (!used.has(slot)) free.push(slot)
  const rest = free.values()
  return new Map(indexes.map((place) => [place, before.get(place) ?? Number(rest.next().value)]))
}

/** Row keys for a virtualized table, one per place: scrolling reuses existing row elements. */
export function useRowSlots(indexes: readonly number[]): RowSlots {
  const [held, setHeld] = useState(NO_SLOTS)
  const slots = rowSlots(held, indexes)
  // Set during render, so that the next render sees it before this one commits.
  if (slots !== held) setHeld(slots)
  return slots
}

/** One row to measure; the visible range is known before the first paint. */
const FIRST: RowSpan = { from: 0, to: 1 }

/** Visible rows plus a margin; after a jump the margin is rendered one frame later. Rows have `data-symbol` or `data-row`. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): RowSpan {
  const [span, setSpan] = useState(FIRST)
  const hasRows = count > 0
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null || !hasRows) return
    let waiting = 0
    let shown = FIRST
    const look = () => {
      const rowHeight = area.querySelector('[data-symbol], [data-row]')?.getBoundingClientRect().height ?? 0
      return { top: area.scrollTop, height: area.clientHeight, rowHeight }
    }
    const fill = () => show(visibleRows(look()))
    const show = (next: RowSpan) => {
      shown = next
      setSpan((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    const scrolled = () => {
      cancelAnimationFrame(waiting)
      const seen = look()
      const next = visibleRows(seen)
      // Synchronous, in the scroll's own frame: a frame later there would be a visible gap.
      if (!isJump(shown, next)) return flushSync(() => show(next))
      flushSync(() => show(visibleRows(seen, 0)))
      // Renders the margin in the frame after the visible rows were painted.
      waiting = requestAnimationFrame(() => {
        waiting = requestAnimationFrame(fill)
      })
    }
    fill()
    area.addEventListener('scroll', scrolled, { passive: true })
    const sizes = new ResizeObserver(fill)
    sizes.observe(area)
    return () => {
      cancelAnimationFrame(waiting)
      area.removeEventListener('scroll', scrolled)
      sizes.disconnect()
    }
  }, [scroller, hasRows])
  return span
}
