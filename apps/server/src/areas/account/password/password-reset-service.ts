import type { resetPassword } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { type UserRow, userRepository } from '../details/user-repository.ts'
import { LIMITS } from '../entitlement/limits.ts'
import { resetMail, takeMailBudget } from '../mails/account-mails.ts'
import { notifyOfChange } from '../mails/security-mails.ts'
import { proveFactor, wrongFactor } from '../second-factor/second-factor.ts'
import type { GrantedSession, Visitor } from '../sessions/session-service.ts'
import { codeRepository, requireCodeTry } from '../sign-in/code-repository.ts'
import { NOBODY } from '../sign-in/confirmation-service.ts'
import { apiTokenRepository } from '../tokens/api-token-repository.ts'
import { refuseEasyPassword } from './password-rules.ts'

type Names = Pick<z.output<typeof resetPassword>, 'first_name' | 'last_name'>
type Proof = { readonly email: string; readonly code: string; readonly otp: string | undefined; readonly at: Date }
type Replacement = { readonly user: UserRow; readonly passwordHash: string; readonly names: Names; readonly at: Date }

export const passwordResetService = (deps: AccountDeps) => {
  const { db, clock, keys, passwords, limits, sessions, queueMail } = deps
  const useCode = async (tx: Db, { email, code, otp, at }: Proof): Promise<UserRow | 'invalid' | 'inactive' | 'wrong factor'> => {
    const user = await userRepository(tx).lockByEmail(email)
    const row = await codeRepository(tx, keys.codes).consume({ userId: user?.id ?? NOBODY, purpose: 'reset', at, code })
    if (user === undefined || row === undefined) return 'invalid'
    if (!user.isActive) return 'inactive'
    return (await proveFactor(tx, deps, { user, otp })) === 'wrong' ? 'wrong factor' : user
  }

  /** Also revokes API tokens. @returns the ended session IDs */
  const replacePassword = async (tx: Db, { user, passwordHash, names, at }: Replacement): Promise<string[]> => {
    const changes = { passwordHash, ...firstNames(user, names), isConfirmed: true, isContested: false }
    await userRepository(tx).update(user.id, changes, at)
    await codeRepository(tx, keys.codes).deleteAll(user.id)
    await apiTokenRepository(tx).deleteAllOf(user.id)
    // A first password is not a change.
    if (user.isConfirmed) await notifyOfChange(queueMail, tx, { user, change: 'passwordChanged', at })
    return sessions.revokeAllOf(tx, user.id, 'password-reset')
  }

  return {
    forgot: async (email: string, visitor: Visitor): Promise<void> => {
      await limits.demand([LIMITS.forgotAddress, visitor.address], [LIMITS.forgotAccount, email])
      const isMailed = await takeMailBudget(limits, email, visitor.address)
      await db.transaction(async (tx) => {
        const user = await userRepository(tx).lockByEmail(email)
        if (user === undefined || !user.isActive || !isMailed) return
        const { code, expiresAt } = await codeRepository(tx, keys.codes).issue({
          userId: user.id,
          purpose: 'reset',
          at: new Date(clock.now()),
        })
        await queueMail(tx, resetMail({ user, expiresAt, code }))
      })
    },

    /**
     * The code proves the mailbox, so it also confirms the account. A second factor is still required: if missing the code stays valid, if
     * wrong it is used up, so that each guess costs a mail.
     * @throws AppError password_common, rate_limited, invalid_code, account_inactive, otp_required
     */
    reset: async ({ email, code, password, otp, ...names }: z.output<typeof resetPassword>, visitor: Visitor): Promise<GrantedSession> => {
      // Check before the code is used up, so that a retry needs no second mail.
      refuseEasyPassword(password, { email })
      const right = await requireCodeTry(limits, email, visitor.address)
      const passwordHash = await passwords.hash(password)
      const outcome = await db.transaction(async (tx) => {
        const at = new Date(clock.now())
        const user = await useCode(tx, { email, code, otp, at })
        if (typeof user === 'string') return user
        const revoked = await replacePassword(tx, { user, passwordHash, names, at })
        const owner = await userRepository(tx).findByEmail(email)
        return owner === undefined ? 'invalid' : { revoked, session: await sessions.open(tx, owner, visitor) }
      })
      if (outcome === 'invalid') throw new AppError('invalid_code')
      await right()
      if (outcome === 'wrong factor')
        throw wrongFactor('The authenticator code is wrong or has been used. Request a new code by e-mail and try again.')
      if (outcome === 'inactive') throw new AppError('account_inactive')
      sessions.announce(outcome.revoked)
      return outcome.session
    },
  }
}

/** After several sign-ups with one address no name can be trusted: fall back to the address's local part. */
function firstNames(
  { email, isConfirmed, isContested }: UserRow,
  { first_name: firstName, last_name: lastName }: Names,
): { firstName?: string; lastName?: string } {
  if (isConfirmed) return {}
  const given = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  return isContested ? { firstName: email.split('@')[0] ?? '', lastName: '', ...given } : given
}
