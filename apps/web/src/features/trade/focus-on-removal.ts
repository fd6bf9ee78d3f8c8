import { handOnFocus, inPlaceOf } from '../../ui/hand-on-focus.ts'

/** What takes the focus of a row: the row itself, or the first thing in it that is pressed. */
const TAKES_FOCUS = 'tr[tabindex], tr:not([tabindex]) button'

const rowsOf = (slot: Element | null): readonly HTMLTableRowElement[] => [
  ...(slot?.querySelectorAll<HTMLTableRowElement>('tbody > tr') ?? []),
]

/** The ref of a row, as of an order that is canceled by it: the focus goes to the row that takes its place, else to its slot. */
export const focusOnRemoval = (row: HTMLTableRowElement | null): (() => void) | undefined =>
  handOnFocus(row, (gone) => {
    const slot = gone.closest<HTMLElement>('[data-kind]')
    const place = rowsOf(slot).indexOf(gone)
    return () => {
      if (slot?.isConnected !== true) return null
      const next = inPlaceOf(rowsOf(slot), place)
      const target = next?.matches(TAKES_FOCUS) === true ? next : next?.querySelector<HTMLElement>(TAKES_FOCUS)
      return target ?? slot
    }
  })
