import type { User } from '@aerie/wire/account/accounts'

export const ACTION_GROUPS = ['Go to', 'Find', 'Coin', 'Trade', 'Workspace', 'Windows', 'Appearance', 'Session', 'Help'] as const

export type Viewer = { readonly user: Pick<User, 'subscription' | 'wallet_address'> | null; readonly isLoggedIn: boolean }

export type Action = {
  /** Must never change: the user's keys are stored under it. At most 80 characters. */
  readonly id: string
  readonly title: string
  readonly group: (typeof ACTION_GROUPS)[number]
  /** Default keys: `g h` (a sequence), `mod+shift+f`, `?`. `mod` is Ctrl or Cmd. `shift` is used only with letters and named keys. */
  readonly keys?: string
  readonly keywords?: string
  readonly repeats?: boolean
  readonly isOffered?: (who: Viewer) => boolean
  /** Listed in the shortcut sheet even while unavailable, so that its keys can be looked up and changed. */
  readonly isAlwaysListed?: boolean
  readonly run: () => void
}
