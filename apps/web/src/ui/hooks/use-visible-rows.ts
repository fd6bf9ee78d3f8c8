import { type RefObject, useLayoutEffect, useState } from 'react'
import { type RowSpan, visibleRows } from '../row-window.ts'

/** Enough to measure one; what is seen is known before the first paint. */
const FIRST: RowSpan = { from: 0, to: 1 }

/**
 * Which rows of the table in `scroller` are seen, as it is scrolled and resized. A row has `data-symbol` or `data-row`.
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
    const look = () => {
      const rowHeight = area.querySelector('[data-symbol], [data-row]')?.getBoundingClientRect().height ?? 0
      const next = visibleRows({ top: area.scrollTop, height: area.clientHeight, rowHeight })
      setSpan((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    look()
    area.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(area)
    return () => {
      area.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [scroller, hasRows])
  return span
}
