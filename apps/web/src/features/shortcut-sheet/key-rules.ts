import type { Action } from '../../commands/action.ts'
import { type KeyChoices, keysOf } from '../../commands/key-choices.ts'
import { keysText } from '../../commands/shortcut-keys.ts'

/** What a browser does with these before the page is asked, or what its user cannot do without. */
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
/** What moves, presses or erases wherever one is. */
const NEEDED = /^(?:shift\+)?(?:arrow\w+|home|end|page\w+|enter|space|backspace|delete|insert)$/

/** Why `keys` cannot be a shortcut, in words; null where they can. */
export function refusalOf(keys: string): string | null {
  for (const press of keys.split(' ')) {
    const use = BROWSERS[press] ?? (TABS.test(press) ? 'switches tabs' : undefined)
    if (use !== undefined) return `${keysText(press)} is used by the browser: it ${use}. Choose another shortcut.`
    if (NEEDED.test(press)) return `${keysText(press)} is needed to move around the page. Add Ctrl or Alt, or choose another shortcut.`
  }
  return null
}

/** The other actions that `keys` would take something from: they have the same, or one of both begins like the other. */
export const conflictsOf = (keys: string, id: string, actions: readonly Action[], chosen: KeyChoices): readonly Action[] =>
  keys === ''
    ? []
    : actions.filter((action) => {
        const others = action.id === id ? undefined : keysOf(action, { chosen })
        return others !== undefined && (others === keys || others.startsWith(`${keys} `) || keys.startsWith(`${others} `))
      })

/** `chosen` with `keys` for `action`; what an action comes with is no choice. */
export function withKeys(chosen: KeyChoices, action: Pick<Action, 'id' | 'keys'>, keys: string): KeyChoices {
  const { [action.id]: _before, ...others } = chosen
  return keys === (action.keys ?? '') ? others : { ...others, [action.id]: keys }
}

/** What is to become of the keys of others: they go without, or get what `action` had. */
export type KeyResolution = 'take' | 'swap'

/** `chosen` after `action` got `keys`, which `conflicts` had. */
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

/** Whether both can trade keys: one other action, with exactly these, and something to give for them. */
export const canSwap = (keys: string, action: Action, conflicts: readonly Action[], chosen: KeyChoices): boolean =>
  conflicts.length === 1 && conflicts.every((other) => keysOf(other, { chosen }) === keys) && keysOf(action, { chosen }) !== undefined
