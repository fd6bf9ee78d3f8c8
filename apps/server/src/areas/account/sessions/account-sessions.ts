import { deletionCancel } from '../deletion/deletion-service.ts'
import type { AccountDeps } from '../deps.ts'
import { accessTokens } from './access-tokens.ts'
import { type NewLoginWatch, newLoginNotice, newLoginWatch } from './new-logins.ts'
import { type SessionService, sessionService } from './session-service.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'queueMail' | 'keys'>

type AccountSessions = SessionService & { readonly newLogins: NewLoginWatch }

export function accountSessions({ db, clock, queueMail, keys }: Deps): AccountSessions {
  const tokens = accessTokens({ key: keys.signing, clock })
  const takeBack = deletionCancel({ clock, queueMail })
  const notifyNewLogin = newLoginNotice({ clock, queueMail })
  const newLogins = newLoginWatch({ db, clock })
  const service = sessionService({
    db,
    clock,
    tokens,
    refreshKey: keys.refresh,
    onOpen: async (tx, user, opened) => {
      await takeBack(tx, user)
      await notifyNewLogin(tx, user, opened)
    },
  })
  return {
    ...service,
    newLogins,
    start: (onError) => {
      service.start(onError)
      newLogins.start(onError)
    },
    stop: () => {
      service.stop()
      newLogins.stop()
    },
  }
}
