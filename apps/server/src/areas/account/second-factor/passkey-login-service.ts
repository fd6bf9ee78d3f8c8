import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser, userRepository } from '../details/user-repository.ts'
import { LIMITS } from '../entitlement/limits.ts'
import type { Caller, GrantedSession, Visitor } from '../sessions/session-service.ts'
import { type PasskeyAnswer, type PasskeyHost, passkeyProofs, refusedPasskey } from './passkey-check.ts'
import { passkeyRepository } from './passkey-repository.ts'

type Deps = AccountDeps & { readonly logger: FastifyBaseLogger }
type PasskeyLogin = { readonly nonce: string; readonly visitor: Visitor; readonly at: PasskeyHost }
export type PasskeyLoginService = ReturnType<typeof passkeyLoginService>

export const passkeyLoginService = (deps: Deps) => {
  const { db, limits, sessions } = deps
  const { ask, check, keepUse } = passkeyProofs(deps)

  return {
    /** Login options name no passkey, so that they do not reveal who has one. @throws AppError rate_limited */
    beginLogin: async (nonce: string, visitor: Visitor, at: PasskeyHost) => {
      await limits.demand([LIMITS.passkeyAddress, visitor.address])
      return ask({ purpose: 'login', holder: nonce }, at, [])
    },

    /**
     * Opens a session. The passkey has verified its user, so no second factor is required. @throws AppError rule_broken, account_inactive
     */
    login: async (answer: PasskeyAnswer, { nonce, visitor, at }: PasskeyLogin): Promise<GrantedSession> => {
      await limits.demand([LIMITS.passkeyAddress, visitor.address])
      const signed = await check({ answer, key: { purpose: 'login', holder: nonce }, at })
      return lockingOwnUser(db, signed.passkey.userId, async (tx, user) => {
        await keepUse(tx, signed)
        if (!user.isActive) throw new AppError('account_inactive')
        const owner = await userRepository(tx).findById(user.id)
        if (owner === undefined) throw refusedPasskey()
        return sessions.open(tx, owner, visitor)
      })
    },

    beginReauthentication: async ({ user, sessionId }: Caller, at: PasskeyHost) => {
      await limits.demand([LIMITS.passkeyChallenge, user.user_id])
      const own = await passkeyRepository(db).list(user.user_id)
      return ask(
        { purpose: 'reauthenticate', holder: sessionId },
        at,
        own.filter(({ host }) => host === at.host),
      )
    },

    prove: async ({ user, sessionId }: Caller, answer: PasskeyAnswer, at: PasskeyHost): Promise<void> => {
      const signed = await check({ answer, key: { purpose: 'reauthenticate', holder: sessionId }, at })
      if (signed.passkey.userId !== user.user_id) throw refusedPasskey()
      await keepUse(db, signed)
    },
  }
}
