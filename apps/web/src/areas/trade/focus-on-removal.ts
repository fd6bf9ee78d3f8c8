import { itemAtOrLast, keepFocus } from '../../ui/focus-when-gone.ts'

/** Focus target in a row: the row itself, else its first button. */
const TAKES_FOCUS = 'tr[tabindex], tr:not([tabindex]) button'

const rowsOf = (slot: Element | null): readonly HTMLTableRowElement[] => [
  ...(slot?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? []),
]

/** Row ref that moves focus, when the row is removed, to the row in its place, else to the slot. */
export const focusOnRemoval = (row: HTMLTableRowElement | null): (() => void) | undefined =>
  keepFocus(row, (gone) => {
    const slot = gone.closest<HTMLElement>('[data-kind]')
    const place = rowsOf(slot).indexOf(gone)
    return () => {
      if (slot?.isConnected !== true) return null
      const next = itemAtOrLast(rowsOf(slot), place)
      const target = next?.matches(TAKES_FOCUS) === true ? next : next?.querySelector<HTMLElement>(TAKES_FOCUS)
      return target ?? slot
    }
  })
