import { handOnFocus, inPlaceOf } from './hand-on-focus.ts'

const CONTROL = 'button,input'
/** What is never gone with its own parts: the search for a successor ends there. */
const FRAME = 'dialog, [data-kind]'

/**
 * The ref of an entry of a list, or of a button: the focus goes to the same control of the entry that takes its place, else to what
 * stands where it stood, at last to the first button of the dialog or to the slot.
 */
export const focusWhenGone = (part: HTMLElement | null): (() => void) | undefined =>
  handOnFocus(part, (gone, focused) => {
    const frame = gone.closest<HTMLElement>(FRAME)
    const places = placesOf(gone, frame)
    const at = controlsOf(gone).findIndex((control) => control.contains(focused))
    return () => {
      const controls = places.map(controlsAt).find(({ length }) => length > 0)
      if (controls !== undefined) return controls[at] ?? controls.at(-1)
      return frame?.tagName === 'DIALOG' ? frame.querySelector('button') : frame
    }
  })

type Place = { readonly list: Element; readonly place: number }

/** Where an element stands in each of those around it, the nearest first, as far as the frame. */
function placesOf(element: Element, frame: Element | null): readonly Place[] {
  const list = element.parentElement
  if (list === null || element === frame) return []
  return [{ list, place: [...list.children].indexOf(element) }, ...(frame === null ? [] : placesOf(list, frame))]
}

/** The controls of what stands there now. */
function controlsAt({ list, place }: Place): readonly HTMLElement[] {
  const now = list.isConnected ? inPlaceOf([...list.children], place) : undefined
  return now === undefined ? [] : controlsOf(now)
}

const controlsOf = (part: Element): readonly HTMLElement[] =>
  [part, ...part.querySelectorAll(CONTROL)].filter((element): element is HTMLElement => element.matches(CONTROL))
