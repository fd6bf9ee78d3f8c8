/** What takes the focus of a row: the row itself, or the first thing in it that is pressed. */
const TAKES_FOCUS = 'tr[tabindex], tr:not([tabindex]) button'

const rowsOf = (slot: Element | null): readonly HTMLTableRowElement[] => [
  ...(slot?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? []),
]

/**
 * The ref of a row that may go away while it has the focus, as an order that is canceled by its row: the focus goes to the row that
 * takes its place, else to its slot, and not to the top of the page.
 */
export function focusOnRemoval(row: HTMLTableRowElement | null): (() => void) | undefined {
  if (row === null) return undefined
  const page = row.ownerDocument
  return () => {
    if (!row.contains(page.activeElement)) return
    const slot = row.closest<HTMLElement>('[data-kind]')
    const place = rowsOf(slot).indexOf(row)
    // Once it is gone: whoever has taken the focus by then keeps it.
    queueMicrotask(() => {
      if (row.isConnected || slot?.isConnected !== true || page.activeElement !== page.body) return
      const left = rowsOf(slot)
      const next = left[Math.min(place, left.length - 1)]
      const target = next?.matches(TAKES_FOCUS) === true ? next : next?.querySelector<HTMLElement>(TAKES_FOCUS)
      const into = target ?? slot
      into.focus()
    })
  }
}
