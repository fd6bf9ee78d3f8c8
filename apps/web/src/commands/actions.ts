import { choosePalette, chooseTheme, type Palette, type Theme, useAppearance } from '../lib/appearance.ts'
import { isMirrorWindow } from '../mirror/windows/is-mirror-window.ts'
import { openMirror } from '../mirror/windows/mirror-windows.ts'
import { toggleAgent } from '../navigation/agent-panel-state.ts'
import { openLayer } from '../navigation/layers.ts'
import { goTo } from '../navigation/navigation.ts'
import { isShown, NAVIGATION_ENTRIES, type NavigationEntry } from '../navigation/navigation-entries.ts'
import { startTour } from '../navigation/tour.ts'
import { storedWallet } from '../session/stored-wallet.ts'
import { canFullscreen, toggleFullscreen } from '../ui/fullscreen.ts'
import type { Action, Viewer } from './action.ts'
import { ACTION_WORDS as WORDS } from './action-words.ts'
import { COIN_ACTIONS } from './coin-actions.ts'
import { useRegisteredActions } from './registered-actions.ts'
import { SHELL_KEYS } from './shell-keys.ts'

const hasWallet = ({ user }: Viewer): boolean => storedWallet(user) !== null

const nameOf = ({ section, title }: NavigationEntry): string =>
  section === 'Dashboard' || title === section ? title : WORDS.inSection(section, title)

const goToEntry = (entry: NavigationEntry): Action => ({
  id: `go ${entry.path}`,
  title: nameOf(entry),
  group: 'Go to',
  ...(entry.letter === undefined ? {} : { keys: `g ${entry.letter}` }),
  isOffered: ({ user }) => isShown(entry, user),
  run: () => goTo(entry.path),
})

const theme = (value: Theme, title: string): Action => ({
  id: `theme ${value}`,
  title,
  group: 'Appearance',
  words: WORDS.search.theme,
  run: () => chooseTheme(value),
})
const palette = (value: Palette, title: string): Action => ({
  id: `palette ${value}`,
  title,
  group: 'Appearance',
  words: WORDS.search.palette,
  run: () => choosePalette(value),
})

const isDark = (): boolean => {
  const { theme: chosen } = useAppearance.getState()
  return chosen === 'dark' || (chosen === 'system' && !matchMedia('(prefers-color-scheme: light)').matches)
}

/** The one table that menus, palette, shortcuts and the shortcut sheet are made of. */
export const ACTIONS: readonly Action[] = [
  ...NAVIGATION_ENTRIES.map(goToEntry),
  { id: 'present', title: WORDS.present, group: 'Go to', words: WORDS.search.present, run: () => goTo('/present') },
  { id: 'palette', title: WORDS.palette, group: 'Find', keys: SHELL_KEYS.palette, run: () => openLayer('palette') },
  {
    id: 'coins',
    title: WORDS.coins,
    group: 'Find',
    keys: SHELL_KEYS.coins,
    words: WORDS.search.coins,
    run: () => openLayer('coins'),
  },
  {
    id: 'agent',
    title: WORDS.agent,
    group: 'Find',
    keys: 'g e',
    words: WORDS.search.agent,
    isOffered: (who) => who.isLoggedIn,
    run: toggleAgent,
  },
  {
    id: 'fullscreen',
    title: WORDS.fullscreen,
    group: 'Windows',
    keys: SHELL_KEYS.fullscreen,
    isOffered: canFullscreen,
    run: toggleFullscreen,
  },
  {
    id: 'mirror',
    title: WORDS.mirrorNext,
    group: 'Windows',
    keys: SHELL_KEYS.mirror,
    words: WORDS.search.mirror,
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror('next'),
  },
  {
    id: 'mirror 1',
    title: WORDS.mirrorFirst,
    group: 'Windows',
    words: WORDS.search.mirror,
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror(1),
  },
  {
    id: 'mirror 2',
    title: WORDS.mirrorSecond,
    group: 'Windows',
    words: WORDS.search.mirror,
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror(2),
  },
  ...COIN_ACTIONS,
  {
    id: 'theme toggle',
    title: WORDS.toggleTheme,
    group: 'Appearance',
    keys: 'shift+t',
    words: WORDS.search.toggleTheme,
    run: () => chooseTheme(isDark() ? 'light' : 'dark'),
  },
  theme('dark', WORDS.dark),
  theme('light', WORDS.light),
  theme('system', WORDS.system),
  palette('classic', WORDS.classic),
  palette('swapped', WORDS.swapped),
  palette('blue-orange', WORDS.blueOrange),
  {
    id: 'connect-wallet',
    title: WORDS.connectWallet,
    group: 'Session',
    isOffered: (who) => !hasWallet(who),
    run: () => openLayer('connect-wallet'),
  },
  {
    id: 'disconnect-wallet',
    title: WORDS.disconnectWallet,
    group: 'Session',
    isOffered: hasWallet,
    run: () => openLayer('disconnect-wallet'),
  },
  { id: 'log-in', title: WORDS.logIn, group: 'Session', isOffered: (who) => !who.isLoggedIn, run: () => goTo('/auth/login') },
  { id: 'sign-up', title: WORDS.signUp, group: 'Session', isOffered: (who) => !who.isLoggedIn, run: () => goTo('/auth/signup') },
  { id: 'log-out', title: WORDS.logOut, group: 'Session', isOffered: (who) => who.isLoggedIn, run: () => openLayer('log-out') },
  { id: 'tour', title: WORDS.tour, group: 'Help', words: WORDS.search.tour, isOffered: (who) => who.isLoggedIn, run: startTour },
  { id: 'shortcuts', title: WORDS.shortcuts, group: 'Help', keys: SHELL_KEYS.shortcuts, run: () => openLayer('shortcuts') },
  {
    id: 'licences',
    title: 'Licences of included software',
    group: 'Help',
    words: 'license open source notice about legal third party',
    run: () => void window.open('/licences.txt', '_blank', 'noopener'),
  },
]

/** Everything that can be done on this page: the table, and what the parts on screen add to it, the newest first. */
export function presentActions(): readonly Action[] {
  const added = [...useRegisteredActions.getState().byOwner.values()].reverse().flat()
  const ids = new Set(added.map(({ id }) => id))
  return [...added, ...ACTIONS.filter(({ id }) => !ids.has(id))]
}

/** What can be done here and now by `who`. */
export const availableActions = (who: Viewer): readonly Action[] => presentActions().filter((action) => action.isOffered?.(who) ?? true)
