import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { REAUTHENTICATION_MINUTES, REAUTHENTICATION_REQUIRED, type reauthenticate } from '@aerie/wire/account-security'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import { ACCOUNT_PROBLEM_WORDS } from './account-problem-words.ts'
import type { Authentication } from './authentication.ts'
import type { AccountDeps } from './deps.ts'
import { LIMITS } from './limits.ts'
import { sessionRepository } from './session-repository.ts'
import type { Caller } from './session-service.ts'
import { userRepository } from './user-repository.ts'

/** For how long a proof of who is there opens what is sensitive. */
export const REAUTHENTICATION_MS = REAUTHENTICATION_MINUTES * MINUTE_MS

type GuardDeps = { readonly db: Db; readonly clock: Clock; readonly requireUser: Authentication['requireUser'] }

/**
 * Route option `onRequest` for what is sensitive: `requireUser`, and a proof of who is there in this session that is younger than ten
 * minutes. Read from the database at each call: another process may have written it.
 *
 * @throws AppError unauthenticated, invalid_token; forbidden with the word `reauthentication_required`
 */
export const reauthenticationGuard =
  ({ db, clock, requireUser }: GuardDeps): ((request: FastifyRequest) => Promise<void>) =>
  async (request) => {
    await requireUser(request)
    const at = await sessionRepository(db).reauthenticatedAt(request.caller.sessionId)
    if (at !== undefined && clock.now() - at.getTime() < REAUTHENTICATION_MS) return
    throw new AppError('forbidden', { word: REAUTHENTICATION_REQUIRED, detail: ACCOUNT_PROBLEM_WORDS.reauthenticate })
  }

/** Proves anew who is there, in a session that goes on. */
export const reauthenticationService = ({ db, clock, passwords, limits }: AccountDeps) => ({
  /** @returns until when. @throws AppError rate_limited, invalid_credentials */
  reauthenticate: async (caller: Caller, { password }: z.output<typeof reauthenticate>, address: string): Promise<Date> => {
    const userId = caller.user.user_id
    const tries = [
      [LIMITS.reauthenticatePair, `${userId} ${address}`],
      [LIMITS.reauthenticateAccount, userId],
    ] as const
    await limits.demand(...tries)
    const found = await userRepository(db).findById(userId)
    if (!(await passwords.matches(password, found?.user.passwordHash))) throw wrongPassword()
    await limits.giveBack(...tries)
    const at = clock.now()
    await sessionRepository(db).reauthenticate(caller.sessionId, new Date(at))
    return new Date(at + REAUTHENTICATION_MS)
  },
})

/** Said at the field that holds the password. */
const wrongPassword = (): AppError =>
  new AppError('invalid_credentials', {
    detail: ACCOUNT_PROBLEM_WORDS.wrongPassword,
    errors: { password: [ACCOUNT_PROBLEM_WORDS.wrongPassword] },
  })
