import { accessTokens } from './access-tokens.ts'
import { deletionCancel } from './deletion-service.ts'
import type { AccountDeps } from './deps.ts'
import { type SessionService, sessionService } from './session-service.ts'

/** Sessions whose opening takes a deletion back that was asked for. */
export function accountSessions({ db, clock, queueMail, keys }: Pick<AccountDeps, 'db' | 'clock' | 'queueMail' | 'keys'>): SessionService {
  const tokens = accessTokens({ key: keys.signing, clock })
  return sessionService({ db, clock, tokens, refreshKey: keys.refresh, onOpen: deletionCancel({ clock, queueMail }) })
}
