import type { login } from '@aerie/wire/account/account-forms'
import type * as z from 'zod/mini'
import { AppError } from '../../../plugins/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { userRepository } from '../details/user-repository.ts'
import { LIMITS, tooMany } from '../entitlement/limits.ts'
import { proveFactor, wrongFactor } from '../second-factor/second-factor.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { GrantedSession, Visitor } from '../sessions/session-service.ts'

type Try = {
  /** Seconds, where the account has been tried too often from everywhere. */
  readonly wait: number | undefined
  readonly isKnownHere: boolean
  /** Takes the try back: the password was right. */
  readonly giveBack: () => Promise<void>
}

type Opening = {
  readonly email: string
  /** The hash that the password was compared with. */
  readonly checkedHash: string
  readonly otp: string | undefined
  readonly visitor: Visitor
}

export const loginService = (deps: AccountDeps) => {
  const { db, passwords, limits, sessions } = deps
  /** Counts the try before the password is looked at. @throws AppError rate_limited */
  const requireTry = async (email: string, address: string): Promise<Try> => {
    const strict = [
      [LIMITS.loginPair, `${email} ${address}`],
      [LIMITS.loginAddress, address],
    ] as const
    const wide = [LIMITS.loginAccount, email] as const
    await limits.demand(...strict)
    const wait = await limits.take(wide)
    const isKnownHere = await sessionRepository(db).hasLoggedInFrom(email, address)
    return { wait, isKnownHere, giveBack: () => limits.giveBack(...strict, wide) }
  }

  return {
    /**
     * Opens a session for the right password. An unknown address costs the same work and gets the same answer as a wrong
     * password; so does one whose sign-up nobody has confirmed: anybody can make such a one, and the password is not yet the
     * account's. That an account is deactivated is told only to who knows its password.
     *
     * While others guess at an account, its owner still comes in from where they have been before. A wrong password gets the refusal of
     * everybody there, at the cost of everybody: else it would tell who shares that address that the owner has been there.
     *
     * That there is a second factor is told to nobody else either. A wrong code is counted by account, whatever the address.
     *
     * @throws AppError rate_limited, invalid_credentials, account_inactive, otp_required, invalid_code
     */
    login: async ({ email, password, otp }: z.output<typeof login>, visitor: Visitor): Promise<GrantedSession> => {
      const { wait, isKnownHere, giveBack } = await requireTry(email, visitor.address)
      const found = await userRepository(db).findByEmail(email)
      const owner = found?.user.isConfirmed ? found : undefined
      const isRight = await passwords.matches(password, owner?.user.passwordHash)
      if (wait !== undefined && !(isKnownHere && isRight)) throw tooMany(wait)
      if (!isRight || owner === undefined) throw new AppError('invalid_credentials')
      await giveBack()
      if (!owner.user.isActive) throw new AppError('account_inactive')
      return open({ email, checkedHash: owner.user.passwordHash, otp, visitor })
    },
  }

  async function open({ email, checkedHash, otp, visitor }: Opening): Promise<GrantedSession> {
    const session = await db.transaction(async (tx) => {
      // Under a lock: a new password or a deactivation that came meanwhile must not be outrun by this login.
      await userRepository(tx).lockByEmail(email)
      const owner = await userRepository(tx).findByEmail(email)
      if (owner?.user.passwordHash !== checkedHash) throw new AppError('invalid_credentials')
      if (!owner.user.isActive) throw new AppError('account_inactive')
      if ((await proveFactor(tx, deps, { user: owner.user, otp })) === 'wrong') return undefined
      return sessions.open(tx, owner, visitor)
    })
    // Not before the transaction is through: it counts the wrong code.
    if (session === undefined) throw wrongFactor()
    return session
  }
}
