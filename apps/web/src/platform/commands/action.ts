import type { User } from '@aerie/wire/account/accounts'
import { create } from 'zustand'

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

type Registered = { readonly byOwner: ReadonlyMap<string, readonly Action[]> }

export const useRegisteredActions = create<Registered>(() => ({ byOwner: new Map() }))

/** Until unregistered, an equal id overrides; of equal keys, the latest wins. Registering again replaces the owner's actions. */
export function registerActions(owner: string, actions: readonly Action[]): () => void {
  replace(owner, actions)
  return () => {
    if (useRegisteredActions.getState().byOwner.get(owner) === actions) replace(owner, null)
  }
}

function replace(owner: string, actions: readonly Action[] | null): void {
  const byOwner = new Map(useRegisteredActions.getState().byOwner)
  // Deleted first, so that it is inserted last: the newest has priority.
  byOwner.delete(owner)
  if (actions !== null) byOwner.set(owner, actions)
  useRegisteredActions.setState({ byOwner })
}
