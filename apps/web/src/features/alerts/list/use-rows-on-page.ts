import { type RefObject, useLayoutEffect, useState } from 'react'
import { type RowSpan, visibleRows } from '../../../ui/row-window.ts'

/** Enough to measure one; what is seen is known before the first paint. */
const FIRST: RowSpan = { from: 0, to: 1 }

/**
 * Which rows of `body` are seen, as the page is scrolled and the window resized. A row that is open for editing is taller than the
 * others: it is counted for one, and the rows above what is seen are drawn for as much more.
 *
 * @param count rows that there are in all
 */
export function useRowsOnPage(body: RefObject<HTMLElement | null>, count: number): RowSpan {
  const [span, setSpan] = useState(FIRST)
  // With the first row there is something to measure.
  const hasRows = count > 0
  useLayoutEffect(() => {
    const area = body.current
    if (area === null || !hasRows) return
    const look = () => {
      const next = seen(area)
      setSpan((now) => (now.from === next.from && now.to === next.to ? now : next))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    const sizes = new ResizeObserver(look)
    sizes.observe(area)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
      sizes.disconnect()
    }
  }, [body, hasRows])
  return span
}

function seen(area: HTMLElement): RowSpan {
  const rowHeight = area.querySelector('[data-alert]')?.getBoundingClientRect().height ?? 0
  const edited = area.querySelector('[data-editing]')?.getBoundingClientRect().height ?? 0
  const top = Math.max(0, -area.getBoundingClientRect().top)
  const { from } = visibleRows({ top: Math.max(0, top - edited), height: innerHeight, rowHeight })
  return { from, to: visibleRows({ top, height: innerHeight, rowHeight }).to }
}
