/** Gives the focus to the alert after this row, else to the one before it: the row itself is about to go. */
export function focusBeside(row: HTMLElement | null): void {
  if (row === null) return
  const rows = rowsOf(row.parentElement)
  const at = rows.indexOf(row)
  const beside = rows[at + 1] ?? rows[at - 1]
  beside?.focus()
}

/**
 * The ref of a row. It may go away while it has the focus: the last one by its own button, others as they no longer belong to the chosen
 * state, or in another window. The focus goes to the row that takes its place; where there is none, to the chosen state, or to what makes
 * a new alert. Not to the top of the page.
 */
export function focusWhenGone(row: HTMLElement | null): (() => void) | undefined {
  if (row === null) return undefined
  const page = row.ownerDocument
  return () => {
    if (!row.contains(page.activeElement)) return
    const list = row.closest<HTMLElement>('[data-alert-list]')
    const place = rowsOf(list).indexOf(row)
    // Once it is gone: whoever has taken the focus by then keeps it.
    queueMicrotask(() => {
      if (row.isConnected || list?.isConnected !== true || page.activeElement !== page.body) return
      const left = rowsOf(list)
      const target = left[Math.min(place, left.length - 1)] ?? list.querySelector<HTMLElement>('[aria-pressed="true"], [data-first-alert]')
      target?.focus()
    })
  }
}

const rowsOf = (list: Element | null): readonly HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])]
