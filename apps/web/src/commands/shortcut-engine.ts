import { useAppearance } from '../lib/appearance.ts'
import { useLayer } from '../navigation/layers.ts'
import { useSession } from '../session/session.ts'
import type { Action } from './action.ts'
import { availableActions } from './actions.ts'
import { followKeyChoices, keysOf, useKeyChoices } from './key-choices.ts'
import { isTextInput, pressNames } from './press-names.ts'
import { shortcutReader } from './shortcut-reader.ts'

const read = shortcutReader()

let hasStarted = false

/** Follows the keys that are chosen, in this browser and with the account; returns what answers a press. */
export function startShortcuts(): typeof answerPress {
  if (!hasStarted) {
    hasStarted = true
    followKeyChoices()
    followAccount()
  }
  return answerPress
}

/** Takes the keys of the account that is, or comes to be, logged in. */
function followAccount(): void {
  let isLoading = false
  const load = () => {
    if (isLoading || useSession.getState().token === null) return
    isLoading = true
    import('./shortcut-sync.ts').then(
      ({ followAccountKeys }) => followAccountKeys(),
      (error: unknown) => {
        isLoading = false
        reportError(error)
      },
    )
  }
  useSession.subscribe(load)
  load()
}

/** What one edits a text with: in a text, these are never shortcuts. */
const EDITING = /^mod\+(?:shift\+)?(?:[acvxzybiu]|space|[a-z]{3,})$/

/**
 * Does what the user has for this press, if it is something; of two actions with the same keys, what the user chose comes first.
 * Nothing fires while typing (but for those with Ctrl or Cmd that edit nothing), while a layer is open, or when shortcuts are switched off.
 */
function answerPress(event: KeyboardEvent, hasWaited = false): void {
  const names = pressNames(event)
  // One that waited was looked at before, and perhaps kept from the browser.
  if (names.length === 0 || (event.defaultPrevented && !hasWaited) || isElsewhere() || isNoShortcut(event, names)) return
  const byKeys = actionsByKeys()
  const keys = read(names, event.timeStamp, new Set(byKeys.keys()))
  const action = keys === null ? undefined : byKeys.get(keys)
  if (action === undefined) return
  event.preventDefault()
  if (!event.repeat || action.repeats === true) action.run()
}

function actionsByKeys(): ReadonlyMap<string, Action> {
  const { user, token } = useSession.getState()
  const { chosen } = useKeyChoices.getState()
  const byKeys = new Map<string, Action>()
  const offered = availableActions({ user, isLoggedIn: token !== null })
  for (const action of [...offered].sort((one, other) => Number(other.id in chosen) - Number(one.id in chosen))) {
    const keys = keysOf(action)
    if (keys !== undefined && !byKeys.has(keys)) byKeys.set(keys, action)
  }
  return byKeys
}

const isElsewhere = (): boolean =>
  !useAppearance.getState().areShortcutsOn || useLayer.getState().open !== null || document.querySelector('dialog[open]') !== null

function isNoShortcut(event: KeyboardEvent, [name = '']: readonly string[]): boolean {
  if (!isTextInput(event.composedPath()[0] ?? event.target)) return false
  return !name.startsWith('mod+') || name.startsWith('mod+alt+') || EDITING.test(name)
}
