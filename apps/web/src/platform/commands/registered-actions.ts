import { create } from 'zustand'
import type { Action } from './action.ts'

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
