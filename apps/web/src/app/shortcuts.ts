import { ACTIONS, offeredActions } from './actions.ts'
import { useAppearance } from './appearance.ts'
import { useLayer } from './layers.ts'
import { useSession } from './session.ts'
import { isTypingPlace, pressName, shortcutReader } from './shortcut-keys.ts'

/**
 * Listens for the shortcuts of the action table. Nothing fires while typing (but for those with Ctrl or Cmd), while a
 * layer is open, while a word is being composed, or when shortcuts are switched off.
 *
 * @returns a function that ends the listening
 */
export function listenForShortcuts(target: Document): () => void {
  const byKeys = new Map(ACTIONS.flatMap((action) => (action.keys === undefined ? [] : [[action.keys, action.id] as const])))
  const read = shortcutReader(new Set(byKeys.keys()))
  const onKeyDown = (event: KeyboardEvent) => {
    const press = pressName(event)
    if (press === null || isElsewhere(event, press)) return
    const keys = read(press, event.timeStamp)
    if (keys === null) return
    const action = offered().find(({ id }) => id === byKeys.get(keys))
    if (action === undefined) return
    event.preventDefault()
    action.run()
  }
  target.addEventListener('keydown', onKeyDown)
  return () => target.removeEventListener('keydown', onKeyDown)
}

const offered = () => {
  const { user, token } = useSession.getState()
  return offeredActions({ user, isLoggedIn: token !== null })
}

function isElsewhere(event: KeyboardEvent, press: string): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat || !useAppearance.getState().areShortcutsOn) return true
  if (useLayer.getState().open !== null || document.querySelector('dialog[open]') !== null) return true
  return !press.startsWith('mod+') && isTypingPlace(event.target)
}
