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
    // The card stands in the header itself, and has a link to the same page.
    marked = [...document.querySelectorAll(selector)].find((one) => isOnScreen(one) && !card.contains(one)) ?? null
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

type Place = { readonly left: number; readonly top: number }
type Size = { readonly width: number; readonly height: number }
/** From here on there is room beside what the page is used with. */
const WIDE_PX = 768

/** Right of what stands at the left edge, above what stands at the bottom, else below; whole on the screen. */
function placeOf({ width, height }: Size, at: DOMRect | undefined): Place {
  const [right, bottom] = [innerWidth - EDGE_PX - width, innerHeight - EDGE_PX - height]
  // Above the bar that small screens have at their bottom.
  if (at === undefined) return { left: Math.max(EDGE_PX, right / 2), top: Math.max(EDGE_PX, bottom - 64) }
  const below = at.bottom + GAP_PX
  const isLeft = at.right < innerWidth / 4
  const wanted = isLeft
    ? { left: at.right + GAP_PX, top: at.top }
    : { left: at.left + at.width / 2 - width / 2, top: below > bottom ? at.top - GAP_PX - height : below }
  const beside = { left: within(wanted.left, right), top: within(wanted.top, bottom) }
  return innerWidth < WIDE_PX ? beside : freest({ width, height }, [beside, { left: right, top: bottom }, { left: EDGE_PX, top: bottom }])
}

/** The first place that covers the fewest of the page's controls. */
function freest({ width, height }: Size, places: readonly [Place, ...Place[]]): Place {
  const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')].map((one) => one.getBoundingClientRect())
  const covered = ({ left, top }: Place): number =>
    controls.filter((one) => one.width > 0 && one.left < left + width && one.right > left && one.top < top + height && one.bottom > top)
      .length
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best))
}

const within = (wanted: number, most: number): number => Math.max(EDGE_PX, Math.min(wanted, most))
