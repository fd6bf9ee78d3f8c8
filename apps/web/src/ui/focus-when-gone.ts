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

const CONTROL = 'button,input'
/** Containers that are not removed with their content: the search stops here. */
const FRAME = 'dialog, [data-kind]'

/**
 * Moves the focus of a removed entry to the same control of its successor, else to what is now in its place, else to the dialog or slot.
 */
export const focusWhenGone = (part: HTMLElement | null): (() => void) | undefined =>
  keepFocus(part, (gone, focused) => {
    const frame = gone.closest<HTMLElement>(FRAME)
    const positions = positionsOf(gone, frame)
    const at = controlsOf(gone).findIndex((control) => control.contains(focused))
    return () => {
      const controls = positions.map(controlsAt).find(({ length }) => length > 0)
      if (controls !== undefined) return controls[at] ?? controls.at(-1)
      return frame?.tagName === 'DIALOG' ? frame.querySelector('button') : frame
    }
  })

type ListPosition = { readonly list: Element; readonly place: number }

function positionsOf(element: Element, frame: Element | null): readonly ListPosition[] {
  const list = element.parentElement
  if (list === null || element === frame) return []
  return [{ list, place: [...list.children].indexOf(element) }, ...(frame === null ? [] : positionsOf(list, frame))]
}

function controlsAt({ list, place }: ListPosition): readonly HTMLElement[] {
  const now = list.isConnected ? itemAtOrLast([...list.children], place) : undefined
  return now === undefined ? [] : controlsOf(now)
}

const controlsOf = (part: Element): readonly HTMLElement[] =>
  [part, ...part.querySelectorAll(CONTROL)].filter((element): element is HTMLElement => element.matches(CONTROL))
