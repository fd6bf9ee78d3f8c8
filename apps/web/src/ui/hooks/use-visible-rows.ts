import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isJump, type RowSpan, visibleRows } from '../row-window.ts'

/** Enough to measure one; what is seen is known before the first paint. */
const FIRST: RowSpan = { from: 0, to: 1 }

/**
 * Which rows of the table in `scroller` are seen, as it is scrolled and resized, and some on either side: where it jumps, these come a frame later.
 * A row has `data-symbol` or `data-row`.
 *
 * @param count rows that there are in all
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number): RowSpan {
  const [span, setSpan] = useState(FIRST)
  // With the first row there is something to measure.
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
      // In the frame of the scroll itself: a frame later it would show a gap.
      if (!isJump(shown, next)) return flushSync(() => show(next))
      flushSync(() => show(visibleRows(seen, 0)))
      // Once what is seen has been painted: the frame after that has room for the rest.
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
