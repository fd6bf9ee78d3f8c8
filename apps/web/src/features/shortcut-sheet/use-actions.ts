import type { Action } from '../../app/action.ts'
import { offeredActions } from '../../app/actions.ts'
import { useRegisteredActions } from '../../app/registered-actions.ts'
import { useSession } from '../../app/session.ts'

/** What the user can do on the page below. */
export function useActions(): readonly Action[] {
  const { user, token } = useSession()
  // Asked for again whenever a part of the page comes or goes.
  useRegisteredActions()
  return offeredActions({ user, isLoggedIn: token !== null })
}
