import type { User } from '@aerie/wire/accounts'
import { toggleAgent } from '../features/agent/panel-state.ts'
import { choosePalette, chooseTheme, type Palette, type Theme } from './appearance.ts'
import { canFullscreen, toggleFullscreen } from './fullscreen.ts'
import { openLayer } from './layers.ts'
import { isMirrorWindow, openMirror, openNextMirror } from './mirror-windows.ts'
import { goTo } from './navigation.ts'
import { isShown, PLACES, type Place } from './places.ts'

export const ACTION_GROUPS = ['Go to', 'Find', 'Windows', 'Appearance', 'Session', 'Help'] as const

/** Something the user can do from the palette, a menu or the keyboard. */
export type Action = {
  readonly id: string
  readonly title: string
  readonly group: (typeof ACTION_GROUPS)[number]
  /** `mod` is Ctrl, or Cmd on a Mac. A space parts keys that follow each other. */
  readonly keys?: string
  /** Other words one may look for. */
  readonly words?: string
  readonly isOffered?: (who: Who) => boolean
  readonly run: () => void
}
type Who = { readonly user: Pick<User, 'subscription' | 'wallet_address'> | null; readonly isLoggedIn: boolean }

const hasWallet = ({ user }: Who): boolean => storedWallet(user) !== null

/** The user's wallet, or null: empty, missing and the text `null` all mean none (SPEC.md section 5). */
export const storedWallet = (user: Pick<User, 'wallet_address'> | null): string | null => {
  const address = user?.wallet_address
  return !address || address === 'null' ? null : address
}

const goToPlace = (place: Place): Action => ({
  id: `go ${place.path}`,
  title: place.section === 'Dashboard' || place.title === place.section ? place.title : `${place.section}: ${place.title}`,
  group: 'Go to',
  ...(place.letter === undefined ? {} : { keys: `g ${place.letter}` }),
  isOffered: ({ user }) => isShown(place, user),
  run: () => goTo(place.path),
})

const theme = (value: Theme, title: string): Action => ({
  id: `theme ${value}`,
  title,
  group: 'Appearance',
  words: 'theme mode colour',
  run: () => chooseTheme(value),
})
const palette = (value: Palette, title: string): Action => ({
  id: `palette ${value}`,
  title,
  group: 'Appearance',
  words: 'palette colour up down rise fall colour-blind',
  run: () => choosePalette(value),
})

/** The one table that menus, palette, shortcuts and the shortcut sheet are made of. */
export const ACTIONS: readonly Action[] = [
  ...PLACES.map(goToPlace),
  { id: 'present', title: 'Present', group: 'Go to', words: 'wallboard big screen', run: () => goTo('/present') },
  { id: 'palette', title: 'Command palette', group: 'Find', keys: 'mod+k', run: () => openLayer('palette') },
  { id: 'coins', title: 'Search coins', group: 'Find', keys: '/', words: 'currency token price', run: () => openLayer('coins') },
  {
    id: 'agent',
    title: 'Agent EagleEye',
    group: 'Find',
    keys: 'g e',
    words: 'chat ask',
    isOffered: (who) => who.isLoggedIn,
    run: toggleAgent,
  },
  { id: 'fullscreen', title: 'Fullscreen', group: 'Windows', keys: 'mod+shift+f', isOffered: canFullscreen, run: toggleFullscreen },
  {
    id: 'mirror',
    title: 'Next mirror window',
    group: 'Windows',
    keys: 'mod+shift+m',
    words: 'popup screen',
    isOffered: () => !isMirrorWindow(),
    run: openNextMirror,
  },
  {
    id: 'mirror 1',
    title: 'Open Mirror Window',
    group: 'Windows',
    words: 'popup screen',
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror(1),
  },
  {
    id: 'mirror 2',
    title: 'Open Mirror 2',
    group: 'Windows',
    words: 'popup screen',
    isOffered: () => !isMirrorWindow(),
    run: () => openMirror(2),
  },
  theme('dark', 'Dark theme'),
  theme('light', 'Light theme'),
  theme('system', "The system's theme"),
  palette('classic', 'Price colours: green up, red down'),
  palette('swapped', 'Price colours: red up, green down'),
  palette('blue-orange', 'Price colours: blue up, orange down'),
  {
    id: 'connect-wallet',
    title: 'Connect Wallet',
    group: 'Session',
    isOffered: (who) => !hasWallet(who),
    run: () => openLayer('connect-wallet'),
  },
  {
    id: 'disconnect-wallet',
    title: 'Disconnect Wallet',
    group: 'Session',
    isOffered: hasWallet,
    run: () => openLayer('disconnect-wallet'),
  },
  { id: 'log-in', title: 'Log In', group: 'Session', isOffered: (who) => !who.isLoggedIn, run: () => goTo('/auth/login') },
  { id: 'sign-up', title: 'Sign Up', group: 'Session', isOffered: (who) => !who.isLoggedIn, run: () => goTo('/auth/signup') },
  { id: 'log-out', title: 'Log Out', group: 'Session', isOffered: (who) => who.isLoggedIn, run: () => openLayer('log-out') },
  { id: 'shortcuts', title: 'Keyboard shortcuts', group: 'Help', keys: '?', run: () => openLayer('shortcuts') },
]

/** What can be done here and now by `who`. */
export const offeredActions = (who: Who): readonly Action[] => ACTIONS.filter((action) => action.isOffered?.(who) ?? true)
