const buttonsOf = (part: Element): readonly HTMLButtonElement[] => [...part.querySelectorAll('button')]

/**
 * The ref of an entry of a list, or of a button, that may go away while it has the focus, by its own press above all: the focus goes to the
 * same button of the entry that takes its place, else to the first of the dialog, and not to the top of the page.
 */
export function focusWhenGone(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return undefined
  const page = part.ownerDocument
  const list = part.parentElement
  return () => {
    const pressed = page.activeElement
    if (!part.contains(pressed)) return
    const dialog = part.closest('dialog')
    const place = [...(list?.children ?? [])].indexOf(part)
    const at = buttonsOf(part).findIndex((button) => button.contains(pressed))
    // Once it is gone: whoever has taken the focus by then keeps it.
    queueMicrotask(() => {
      if (part.isConnected || page.activeElement !== page.body) return
      const left = list?.isConnected === true ? [...list.children] : []
      const next = left[Math.min(place, left.length - 1)]
      const buttons = next === undefined ? [] : buttonsOf(next)
      const into = buttons[at] ?? buttons.at(-1) ?? dialog?.querySelector('button')
      into?.focus()
    })
  }
}
