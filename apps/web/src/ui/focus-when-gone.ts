import { handOnFocus, inPlaceOf } from './hand-on-focus.ts'

const buttonsOf = (part: Element): readonly HTMLButtonElement[] => [...part.querySelectorAll('button')]

/** The ref of an entry of a list, or of a button: the focus goes to the same button of the entry that takes its place, else to the first of the dialog. */
export const focusWhenGone = (part: HTMLElement | null): (() => void) | undefined =>
  handOnFocus(part, (gone, focused) => {
    const { parentElement: list } = gone
    const dialog = gone.closest('dialog')
    const place = [...(list?.children ?? [])].indexOf(gone)
    const at = buttonsOf(gone).findIndex((button) => button.contains(focused))
    return () => {
      const next = list?.isConnected === true ? inPlaceOf([...list.children], place) : undefined
      const buttons = next === undefined ? [] : buttonsOf(next)
      return buttons[at] ?? buttons.at(-1) ?? dialog?.querySelector('button')
    }
  })
