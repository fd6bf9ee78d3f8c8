type Successor = () => HTMLElement | null | undefined

/**
 * Moves the focus of a part that is removed while focused, unless something else took it meanwhile.
 * @param successorOf called before the removal with the focused element; its result is called after it
 */
export function keepFocus<Part extends HTMLElement>(
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

export const itemAtOrLast = <T>(left: readonly T[], place: number): T | undefined => left[Math.min(place, left.length - 1)]
