import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { isJump, type RowSpan, visibleRows } from '../row-window.ts'

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
