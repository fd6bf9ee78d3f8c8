import type { Action } from '../../platform/commands/action.ts'
import { type KeyChoices, keysOf } from '../../platform/commands/key-choices.ts'
import { keysText } from '../../platform/commands/shortcut-keys.ts'

/** Handled by the browser before the page, or essential to its users. */
const BROWSERS: Readonly<Record<string, string>> = {
  'mod+n': 'opens a new window',
  'mod+shift+n': 'opens a private window',
  'mod+t': 'opens a new tab',
  'mod+shift+t': 'reopens a closed tab',
  'mod+w': 'closes the tab',
  'mod+shift+w': 'closes the window',
  'mod+q': 'quits the browser',
  'mod+shift+q': 'quits the browser',
  'mod+h': 'hides the browser on a Mac',
  'mod+pageup': 'switches tabs',
  'mod+pagedown': 'switches tabs',
  'mod+r': 'reloads the page',
  'mod+shift+r': 'reloads the page',
  f5: 'reloads the page',
  'mod+l': 'goes to the address bar',
  f6: 'goes to the address bar',
  'mod+f': 'searches the page',
  f3: 'searches the page',
  'mod+p': 'prints the page',
  'mod++': 'zooms',
  'mod+=': 'zooms',
  'mod+-': 'zooms',
  'mod+0': 'zooms',
  'mod+a': 'selects everything',
  'mod+c': 'copies',
  'mod+v': 'pastes',
  'mod+x': 'cuts',
  'mod+shift+i': 'opens its developer tools',
  'mod+shift+j': 'opens its developer tools',
  'mod+shift+c': 'opens its developer tools',
  f1: 'opens its help',
  f7: 'turns on caret browsing',
  f10: 'opens its menu',
  f11: 'enters fullscreen',
  f12: 'opens its developer tools',
  'alt+arrowleft': 'goes back',
  'alt+arrowright': 'goes forward',
  'alt+home': 'opens its home page',
  'alt+f4': 'closes the window',
}
const TABS = /^mod\+[1-9]$/
/** Navigation, activation and deletion keys. */
const NEEDED = /^(?:shift\+)?(?:arrow\w+|home|end|page\w+|enter|space|backspace|delete|insert)$/

export function refusalOf(keys: string): string | null {
  for (const press of keys.split(' ')) {
    const use = BROWSERS[press] ?? (TABS.test(press) ? 'switches tabs' : undefined)
    if (use !== undefined) return `${keysText(press)} is used by the browser: it ${use}. Choose another shortcut.`
    if (NEEDED.test(press)) return `${keysText(press)} is needed to move around the page. Add Ctrl or Alt, or choose another shortcut.`
  }
  return null
}

/** Actions with the same keys, or where one shortcut is a prefix of the other. */
export const conflictsOf = (keys: string, id: string, actions: readonly Action[], chosen: KeyChoices): readonly Action[] =>
  keys === ''
    ? []
    : actions.filter((action) => {
        const others = action.id === id ? undefined : keysOf(action, { chosen })
        return others !== undefined && (others === keys || others.startsWith(`${keys} `) || keys.startsWith(`${others} `))
      })

/** Default keys are not stored. */
export function withKeys(chosen: KeyChoices, action: Pick<Action, 'id' | 'keys'>, keys: string): KeyChoices {
  const { [action.id]: _before, ...others } = chosen
  return keys === (action.keys ?? '') ? others : { ...others, [action.id]: keys }
}

export type KeyResolution = 'take' | 'swap'

export function resolveKeys(
  chosen: KeyChoices,
  {
    action,
    keys,
    conflicts,
    how,
  }: { readonly action: Action; readonly keys: string; readonly conflicts: readonly Action[]; readonly how: KeyResolution },
): KeyChoices {
  const before = how === 'swap' ? (keysOf(action, { chosen }) ?? '') : ''
  return conflicts.reduce((sum, other) => withKeys(sum, other, before), withKeys(chosen, action, keys))
}

/** True if there is exactly one conflict, with identical keys, and `action` has keys to give. */
export const canSwap = (keys: string, action: Action, conflicts: readonly Action[], chosen: KeyChoices): boolean =>
  conflicts.length === 1 && conflicts.every((other) => keysOf(other, { chosen }) === keys) && keysOf(action, { chosen }) !== undefined
