import { create } from 'zustand'
import type { Action } from './action.ts'

type Registered = { readonly byOwner: ReadonlyMap<string, readonly Action[]> }

/** What the parts of the page that are on screen add to the action table. */
export const useRegisteredActions = create<Registered>(() => ({ byOwner: new Map() }))

/**
 * Adds `actions` to palette, shortcuts and help for as long as their part of the page is there. One with the id of another
 * stands in for it; of two with the same keys, the one registered last is meant. Registering again under the same owner
 * replaces what it had.
 *
 * @example useEffect(() => registerActions('pretrade', [{ id: 'slot close', title: 'Close slot', group: 'Workspace', keys: 'alt+w', run }]), [])
 * @returns takes them away again
 */
export function registerActions(owner: string, actions: readonly Action[]): () => void {
  replace(owner, actions)
  return () => {
    if (useRegisteredActions.getState().byOwner.get(owner) === actions) replace(owner, null)
  }
}

function replace(owner: string, actions: readonly Action[] | null): void {
  const byOwner = new Map(useRegisteredActions.getState().byOwner)
  // Taken out first, so that it comes last again: the newest stands before the older ones.
  byOwner.delete(owner)
  if (actions !== null) byOwner.set(owner, actions)
  useRegisteredActions.setState({ byOwner })
}
