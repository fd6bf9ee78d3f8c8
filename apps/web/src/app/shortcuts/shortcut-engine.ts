import { once } from '@aerie/runtime/once'
import type { Action } from '../../platform/commands/action.ts'
import { followKeyChoices, keysOf, useKeyChoices } from '../../platform/commands/key-choices.ts'
import { isTextInput, keyNames, shortcutReader } from '../../platform/commands/shortcut-keys.ts'
import { useLayer } from '../../platform/navigation/layers.ts'
import { useSession } from '../../platform/session/session.ts'
import { useAppearance } from '../../ui/appearance.ts'
import { availableActions } from './actions.ts'

const read = shortcutReader()

const followKeys = once((): void => {
  followKeyChoices()
  followAccount()
})

export function startShortcuts(): typeof answerPress {
  followKeys()
  return answerPress
}

function followAccount(): void {
  let isLoading = false
  const load = () => {
    if (isLoading || useSession.getState().token === null) return
    isLoading = true
    import('../../platform/commands/shortcut-sync.ts').then(
      ({ followAccountKeys }) => followAccountKeys(),
      (error: unknown) => {
        isLoading = false
        console.warn('The shortcuts of the account could not be loaded; this browser keeps its own:', error)
      },
    )
  }
  useSession.subscribe(load)
  load()
}

/** Text editing keys: never shortcuts while editing text. */
const EDITING = /^mod\+(?:shift\+)?(?:[acvxzybiu]|space|[a-z]{3,})$/

/** Of equal keys, user-chosen ones win. Disabled while typing (except Ctrl/Cmd keys that do not edit), in a layer, or when switched off. */
function answerPress(event: KeyboardEvent, hasWaited = false): void {
  const names = keyNames(event)
  // A deferred press was checked before and may already be default-prevented.
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
