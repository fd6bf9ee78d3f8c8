import type { Action } from '../../commands/action.ts'
import { type KeyChoices, keysOf } from '../../commands/key-choices.ts'
import { keysText } from '../../commands/shortcut-keys.ts'
import * as WORDS from './key-words.ts'
import { SHORTCUT_WORDS } from './shortcut-words.ts'

/** What a browser does with these before the page is asked, or what its user cannot do without. */
const BROWSERS: Readonly<Record<string, string>> = {
  'mod+n': WORDS.opensNewWindow,
  'mod+shift+n': WORDS.opensPrivateWindow,
  'mod+t': WORDS.opensNewTab,
  'mod+shift+t': WORDS.reopensClosedTab,
  'mod+w': WORDS.closesTheTab,
  'mod+shift+w': WORDS.closesTheWindow,
  'mod+q': WORDS.quitsTheBrowser,
  'mod+shift+q': WORDS.quitsTheBrowser,
  'mod+h': WORDS.hidesBrowserOnMac,
  'mod+pageup': WORDS.switchesTabs,
  'mod+pagedown': WORDS.switchesTabs,
  'mod+r': WORDS.reloadsThePage,
  'mod+shift+r': WORDS.reloadsThePage,
  f5: WORDS.reloadsThePage,
  'mod+l': WORDS.goesToAddressBar,
  f6: WORDS.goesToAddressBar,
  'mod+f': WORDS.searchesThePage,
  f3: WORDS.searchesThePage,
  'mod+p': WORDS.printsThePage,
  'mod++': 'zooms',
  'mod+=': 'zooms',
  'mod+-': 'zooms',
  'mod+0': 'zooms',
  'mod+a': WORDS.selectsEverything,
  'mod+c': 'copies',
  'mod+v': 'pastes',
  'mod+x': 'cuts',
  'mod+shift+i': WORDS.opensDeveloperTools,
  'mod+shift+j': WORDS.opensDeveloperTools,
  'mod+shift+c': WORDS.opensDeveloperTools,
  f1: WORDS.opensItsHelp,
  f7: WORDS.turnsCaretBrowsing,
  f10: WORDS.opensItsMenu,
  f11: WORDS.entersFullscreen,
  f12: WORDS.opensDeveloperTools,
  'alt+arrowleft': WORDS.goesBack,
  'alt+arrowright': WORDS.goesForward,
  'alt+home': WORDS.opensHomePage,
  'alt+f4': WORDS.closesTheWindow,
}
const TABS = /^mod\+[1-9]$/
/** What moves, presses or erases wherever one is. */
const NEEDED = /^(?:shift\+)?(?:arrow\w+|home|end|page\w+|enter|space|backspace|delete|insert)$/

/** Why `keys` cannot be a shortcut, in words; null where they can. */
export function refusalOf(keys: string): string | null {
  for (const press of keys.split(' ')) {
    const use = BROWSERS[press] ?? (TABS.test(press) ? WORDS.switchesTabs : undefined)
    if (use !== undefined) return SHORTCUT_WORDS.refused.browser(keysText(press), use)
    if (NEEDED.test(press)) return SHORTCUT_WORDS.refused.needed(keysText(press))
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
