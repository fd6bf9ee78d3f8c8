type Successor = () => HTMLElement | null | undefined

/**
 * For the ref of a part that may go away while it has the focus, as an entry by its own button: says who has it then, so that it does not
 * fall to the top of the page. Whoever has taken it by then keeps it.
 *
 * @param successorOf called while the part still stands, with what has the focus in it; the answer is asked once the part is gone
 */
export function handOnFocus<Part extends HTMLElement>(
  part: Part | null,
  successorOf: (part: Part, focused: Element) => Successor,
): (() => void) | undefined {
  if (part === null) return undefined
  const page = part.ownerDocument
  return () => {
    const focused = page.activeElement
    if (focused === null || !part.contains(focused)) return
    const successor = successorOf(part, focused)
    queueMicrotask(() => {
      if (!part.isConnected && page.activeElement === page.body) successor()?.focus()
    })
  }
}

/** Of `left`, the one that stands where one at `place` has gone: the last, where that was the last. */
export const inPlaceOf = <T>(left: readonly T[], place: number): T | undefined => left[Math.min(place, left.length - 1)]
