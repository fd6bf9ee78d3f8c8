import type { User } from '@aerie/wire/account/accounts'
import type { ACTION_GROUPS } from './action-words.ts'

/** Who asks: not every action is everybody's. */
export type Viewer = { readonly user: Pick<User, 'subscription' | 'wallet_address'> | null; readonly isLoggedIn: boolean }

/** Something the user can do from the palette, a menu or the keyboard. */
export type Action = {
  /** Never changes: a user's own choice of keys is kept under it. At most 80 characters. */
  readonly id: string
  readonly title: string
  readonly group: (typeof ACTION_GROUPS)[number]
  /**
   * The keys it has until the user chooses others: `g h` (one after the other), `mod+shift+f`, `alt+arrowleft`, `?`, `shift+t`. `mod`
   * is Ctrl, or Cmd on a Mac. `shift` is named before letters and named keys only: `?` is itself, wherever it lies.
   */
  readonly keys?: string
  /** Other words one may look for. */
  readonly words?: string
  /** Whether it goes on while its key is held down. */
  readonly repeats?: boolean
  readonly isOffered?: (who: Viewer) => boolean
  /** Its keys stand in the shortcut sheet also while it is not offered: one learns and changes them before. */
  readonly isAlwaysListed?: boolean
  readonly run: () => void
}
