const GAP_PX = 10
const EDGE_PX = 12

/**
 * Puts the card of a step beside what it points at, and marks that; in the lower middle where that is not on screen. Follows the
 * window's size. @returns takes the mark away
 */
export function pointAt(card: HTMLElement, selector: string): () => void {
  let marked: Element | null = null
  const place = () => {
    marked?.removeAttribute('data-tour')
    marked = [...document.querySelectorAll(selector)].find(isOnScreen) ?? null
    marked?.setAttribute('data-tour', '')
    const { left, top } = placeOf(card.getBoundingClientRect(), marked?.getBoundingClientRect())
    card.style.left = `${left}px`
    card.style.top = `${top}px`
  }
  place()
  addEventListener('resize', place)
  return () => {
    removeEventListener('resize', place)
    marked?.removeAttribute('data-tour')
  }
}

const isOnScreen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0
}

/** Right of what stands at the left edge, above what stands at the bottom, else below; whole on the screen. */
function placeOf({ width, height }: DOMRect, at: DOMRect | undefined): { left: number; top: number } {
  const [right, bottom] = [innerWidth - EDGE_PX - width, innerHeight - EDGE_PX - height]
  // Above the bar that small screens have at their bottom.
  if (at === undefined) return { left: Math.max(EDGE_PX, right / 2), top: Math.max(EDGE_PX, bottom - 64) }
  const below = at.bottom + GAP_PX
  const isLeft = at.right < innerWidth / 4
  const wanted = isLeft
    ? { left: at.right + GAP_PX, top: at.top }
    : { left: at.left + at.width / 2 - width / 2, top: below > bottom ? at.top - GAP_PX - height : below }
  return { left: within(wanted.left, right), top: within(wanted.top, bottom) }
}

const within = (wanted: number, most: number): number => Math.max(EDGE_PX, Math.min(wanted, most))
