import { type RefObject, useLayoutEffect } from 'react'

/** Sets `data-sideways` while scrolled to the right, in the same frame and without a render. */
export function useSidewaysMark(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const area = scroller.current
    if (area === null) return
    const mark = () => area.toggleAttribute('data-sideways', area.scrollLeft > 0)
    mark()
    area.addEventListener('scroll', mark, { passive: true })
    return () => area.removeEventListener('scroll', mark)
  }, [scroller])
}
