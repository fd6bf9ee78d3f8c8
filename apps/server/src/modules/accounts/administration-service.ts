import { randomUUID } from 'node:crypto'
import type { Clock } from '@aerie/core/time'
import type { Database, Db } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import { ACCOUNT_PROBLEM_WORDS } from './account-problem-words.ts'
import type { Passwords } from './passwords.ts'
import { refuseEasyPassword } from './refuse-easy-password.ts'
import { sessionRepository } from './session-repository.ts'
import { standingRepository } from './standing-repository.ts'
import { type UserWithWallet, userRepository } from './user-repository.ts'
import type { Subscription, UserRow } from './user-row.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly passwords: Passwords
  /** Told of the sessions that ended; a process that holds none needs none. */
  readonly announce?: (sessionIds: string[]) => void
  readonly forgetUser?: (userId: string) => void
}
type NewAccount = { readonly email: string; readonly password: string; readonly firstName: string; readonly lastName: string }

/** What the operator may do to accounts. A running server learns of it from the database within seconds. */
export const administrationService = ({ db, clock, passwords, announce, forgetUser }: Deps) => {
  const now = () => new Date(clock.now())

  const change = async <T>(email: string, work: (tx: Db, user: UserRow) => Promise<T>): Promise<T> => {
    const { result, userId } = await db.transaction(async (tx) => {
      const user = await userRepository(tx).lockByEmail(email)
      if (user === undefined) throw new AppError('not_found', { detail: ACCOUNT_PROBLEM_WORDS.noUser(email) })
      return { result: await work(tx, user), userId: user.id }
    })
    forgetUser?.(userId)
    return result
  }

  return {
    /** A confirmed account. @throws AppError conflict, password_common */
    create: async ({ email, password, firstName, lastName }: NewAccount): Promise<void> => {
      refuseEasyPassword(password, { email, firstName, lastName })
      const passwordHash = await passwords.hash(password)
      await db.transaction(async (tx) => {
        const id = randomUUID()
        const at = now()
        const isAdded = await userRepository(tx).insert({ id, email, passwordHash, firstName, lastName, at })
        if (!isAdded) throw new AppError('conflict', { detail: ACCOUNT_PROBLEM_WORDS.userExists(email) })
        await userRepository(tx).update(id, { isConfirmed: true }, at)
      })
    },

    /** Off: nobody logs in, and every session ends. @throws AppError not_found */
    setActive: async (email: string, isActive: boolean): Promise<void> => {
      const ended = await change(email, async (tx, { id }) => {
        await userRepository(tx).update(id, { isActive }, now())
        return isActive ? [] : sessionRepository(tx).revoke({ userId: id }, 'deactivated', now())
      })
      announce?.(ended)
    },

    /** Grants IPC without an end, or with claw ends that; what was paid for goes on. @returns what holds now. @throws AppError not_found */
    setSubscription: (email: string, subscription: Subscription): Promise<Subscription> =>
      change(email, async (tx, { id }) => {
        await standingRepository(tx).grant(id, subscription, now())
        return (await userRepository(tx).findById(id))?.user.subscription ?? subscription
      }),

    /** @param dailyCalls null gives the limit back to the entitlements. @throws AppError not_found */
    setDailyCalls: (email: string, dailyCalls: number | null): Promise<void> =>
      change(email, (tx, { id }) => userRepository(tx).update(id, { dailyCallsOverride: dailyCalls }, now())),

    /** @throws AppError not_found */
    setVip: (email: string, isVip: boolean): Promise<void> =>
      change(email, (tx, { id }) => userRepository(tx).update(id, { isVip }, now())),

    list: (): Promise<UserWithWallet[]> => userRepository(db).list(),
  }
}
