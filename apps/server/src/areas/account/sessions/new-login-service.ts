import type { newLogin } from '@aerie/wire/account/account-sessions'
import type * as z from 'zod/mini'
import type { AccountDeps } from '../deps.ts'
import { newLoginRepository } from './new-login-repository.ts'
import type { NewLoginWatch } from './new-login-watch.ts'
import { shownSession } from './own-session-service.ts'
import type { Caller } from './session-service.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock'> & { readonly newLogins: Pick<NewLoginWatch, 'seen'> }

const viewerOf = ({ user, sessionId }: Caller) => ({ userId: user.user_id, sessionId })

export const newLoginService = ({ db, clock, newLogins }: Deps) => ({
  list: async (caller: Caller): Promise<z.output<typeof newLogin>[]> =>
    (await newLoginRepository(db).list(viewerOf(caller))).map((row) => ({ ...shownSession(row), is_ended: row.revokedAt !== null })),

  markSeen: async (caller: Caller, ids: readonly string[]): Promise<number> => {
    const seen = await newLoginRepository(db).notice(viewerOf(caller), ids, new Date(clock.now()))
    const [first] = ids
    if (seen > 0 && first !== undefined) newLogins.seen(caller.user.user_id, first)
    return seen
  },
})
