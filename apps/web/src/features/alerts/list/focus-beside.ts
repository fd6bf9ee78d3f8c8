import { handOnFocus, inPlaceOf } from '../../../ui/hand-on-focus.ts'

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
 * a new alert.
 */
export const focusOnRemoval = (row: HTMLElement | null): (() => void) | undefined =>
  handOnFocus(row, (gone) => {
    const list = gone.closest<HTMLElement>('[data-alert-list]')
    const place = rowsOf(list).indexOf(gone)
    return () => {
      if (list?.isConnected !== true) return null
      return inPlaceOf(rowsOf(list), place) ?? list.querySelector<HTMLElement>('[aria-pressed="true"], [data-first-alert]')
    }
  })

const rowsOf = (list: Element | null): readonly HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-alert]') ?? [])]
