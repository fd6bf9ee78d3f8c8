import type { Action } from '../../commands/action.ts'
import { availableActions } from '../../commands/actions.ts'
import { useRegisteredActions } from '../../commands/registered-actions.ts'
import { useSession } from '../../session/session.ts'

/** What the user can do on the page below. */
export function useActions(): readonly Action[] {
  const { user, token } = useSession()
  // Asked for again whenever a part of the page comes or goes.
  useRegisteredActions()
  return availableActions({ user, isLoggedIn: token !== null })
}
