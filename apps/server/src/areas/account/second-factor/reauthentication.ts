import { type Clock, MINUTE_MS } from '@aerie/core/time'
import { REAUTHENTICATION_MINUTES, REAUTHENTICATION_REQUIRED, type reauthenticate } from '@aerie/wire/account/account-security'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { refusesWith } from '../../../platform/http/api-document.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Authentication } from '../authentication.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser } from '../details/user-repository.ts'
import { provePassword } from '../password/password-tries.ts'
import { ownSessionRepository } from '../sessions/session-repository.ts'
import type { Caller } from '../sessions/session-service.ts'
import type { PasskeyHost } from './passkey-check.ts'
import type { PasskeyLoginService } from './passkey-login-service.ts'
import { proveFactor, wrongFactor } from './second-factor.ts'

export const REAUTHENTICATION_MS = REAUTHENTICATION_MINUTES * MINUTE_MS

/** Maximum clock skew between servers that share a database. */
const CLOCKS_APART_MS = MINUTE_MS

type GuardDeps = { readonly db: Db; readonly clock: Clock; readonly requireUser: Authentication['requireUser'] }

/** Requires reauthentication in this session within ten minutes. Reads the database: another process may have written it. */
export function reauthenticationGuard({ db, clock, requireUser }: GuardDeps): (request: FastifyRequest) => Promise<void> {
  const guard = async (request: FastifyRequest): Promise<void> => {
    await requireUser(request)
    const at = await ownSessionRepository(db).reauthenticatedAt(request.caller.sessionId)
    const ageMs = at === undefined ? Number.POSITIVE_INFINITY : clock.now() - at.getTime()
    // A timestamp in the future means the clock was set back: its age is unknown.
    if (ageMs < REAUTHENTICATION_MS && ageMs > -CLOCKS_APART_MS) return
    throw new AppError('forbidden', { reason: REAUTHENTICATION_REQUIRED, detail: 'Confirm your identity, then try again.' })
  }
  return refusesWith(guard, [REAUTHENTICATION_REQUIRED])
}

type Proof = z.output<typeof reauthenticate>

export const reauthenticationService = (deps: AccountDeps & { readonly passkeys: Pick<PasskeyLoginService, 'prove'> }) => {
  const { db, clock } = deps
  const open = async (tx: Db, sessionId: string): Promise<Date> => {
    const at = clock.now()
    await ownSessionRepository(tx).reauthenticate(sessionId, new Date(at))
    return new Date(at + REAUTHENTICATION_MS)
  }
  const byCode = ({ user, sessionId }: Caller, otp: string): Promise<Date | undefined> =>
    lockingOwnUser(db, user.user_id, async (tx, row) =>
      (await proveFactor(tx, deps, { user: row, otp })) === 'right' ? open(tx, sessionId) : undefined,
    )
  return {
    reauthenticate: async (
      caller: Caller,
      proof: Proof,
      { address, host }: { address: string; host: () => PasskeyHost },
    ): Promise<Date> => {
      if ('password' in proof) {
        await provePassword(deps, { userId: caller.user.user_id, address, password: proof.password, field: 'password' })
        return open(db, caller.sessionId)
      }
      if ('passkey' in proof) {
        await deps.passkeys.prove(caller, proof.passkey, host())
        return open(db, caller.sessionId)
      }
      const until = await byCode(caller, proof.otp)
      if (until === undefined) throw wrongFactor()
      return until
    },
  }
}
