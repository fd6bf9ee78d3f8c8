import type { resetPassword } from '@aerie/wire/account-forms'
import type * as z from 'zod/mini'
import { AppError } from '../../plugins/app-error.ts'
import { resetMail } from './account-mails.ts'
import { codeRepository } from './code-repository.ts'
import { requireCodeTry } from './code-tries.ts'
import { NOBODY } from './confirmation-service.ts'
import type { AccountDeps } from './deps.ts'
import { LIMITS } from './limits.ts'
import { takeMailBudget } from './mail-budget.ts'
import { refuseEasyPassword } from './refuse-easy-password.ts'
import type { GrantedSession, Visitor } from './session-service.ts'
import { userRepository } from './user-repository.ts'
import type { UserRow } from './user-row.ts'

export const passwordResetService = ({ db, clock, keys, passwords, limits, sessions, queueMail }: AccountDeps) => ({
  /** Mails a code to an address that has an account; to any other, nothing. @throws AppError rate_limited */
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
      await queueMail(tx, resetMail({ to: email, firstName: user.firstName, expiresAt, code }))
    })
  },

  /**
   * Sets the password, ends every session there was and opens one. The code has proven the mailbox, so the address
   * counts as confirmed; if it was not yet, the names are those given here.
   *
   * @throws AppError password_common, rate_limited, invalid_code, account_inactive
   */
  reset: async ({ email, code, password, ...names }: z.output<typeof resetPassword>, visitor: Visitor): Promise<GrantedSession> => {
    // Before the code is used up, so that a second thought does not need a second mail.
    refuseEasyPassword(password, { email })
    const right = await requireCodeTry(limits, email, visitor.address)
    const passwordHash = await passwords.hash(password)
    const outcome = await db.transaction(async (tx) => {
      const at = new Date(clock.now())
      const users = userRepository(tx)
      const user = await users.lockByEmail(email)
      const codes = codeRepository(tx, keys.codes)
      const row = await codes.consume({ userId: user?.id ?? NOBODY, purpose: 'reset', at, code })
      if (user === undefined || row === undefined) return 'invalid'
      if (!user.isActive) return 'inactive'
      await users.update(user.id, { passwordHash, ...firstNames(user, names), isConfirmed: true, isContested: false }, at)
      await codes.deleteAll(user.id)
      const revoked = await sessions.revokeAllOf(tx, user.id, 'password-reset')
      const owner = await users.findByEmail(email)
      return owner === undefined ? 'invalid' : { revoked, session: await sessions.open(tx, owner, visitor) }
    })
    if (outcome === 'invalid') throw new AppError('invalid_code')
    await right()
    if (outcome === 'inactive') throw new AppError('account_inactive')
    sessions.announce(outcome.revoked)
    return outcome.session
  },
})

/** Of several who signed up with an address, nobody knows whose names are right: its own first part is nobody's. */
function firstNames(
  { email, isConfirmed, isContested }: UserRow,
  { first_name: firstName, last_name: lastName }: Pick<z.output<typeof resetPassword>, 'first_name' | 'last_name'>,
): { firstName?: string; lastName?: string } {
  if (isConfirmed) return {}
  const given = { ...(firstName !== undefined && { firstName }), ...(lastName !== undefined && { lastName }) }
  return isContested ? { firstName: email.split('@')[0] ?? '', lastName: '', ...given } : given
}
