import type { Action } from '../../commands/action.ts'
import { presentActions } from '../../commands/actions.ts'
import { useRegisteredActions } from '../../commands/registered-actions.ts'
import { useSession } from '../../session/session.ts'

/** What the user can do on the page below, now or once it is armed. */
export function useActions(): readonly Action[] {
  const { user, token } = useSession()
  // Asked for again whenever a part of the page comes or goes.
  useRegisteredActions()
  const who = { user, isLoggedIn: token !== null }
  return presentActions().filter(({ isAlwaysListed = false, isOffered }) => isAlwaysListed || (isOffered?.(who) ?? true))
}
