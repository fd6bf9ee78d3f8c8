import type { Clock } from '@aerie/core/time'
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { users } from '../../../platform/db/schema/accounts.ts'
import { mailOutbox } from '../../../platform/db/schema/mail.ts'
import { type UserRow, userRepository } from '../details/user-repository.ts'
import { deletionDoneMail, type QueueMail } from '../mails/account-mails.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import { OWNED_BY, PERSONAL_TABLES } from './personal-tables.ts'

const dueDeletions = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => {
  const now = () => new Date(clock.now())
  const lockingDue = (userId: string, work: (tx: Db, user: UserRow) => Promise<string[]>): Promise<string[]> =>
    lockingUser(db, userId, async (tx) => {
      const user = (await userRepository(tx).findById(userId))?.user
      const isDue = user?.deletionDueAt != null && user.deletionDueAt <= now() && user.deletedAt === null
      return isDue ? work(tx, user) : []
    })
  return {
    lockingDue,
    list: (): Promise<string[]> => userRepository(db).dueForDeletion(now()),
    shutOut: (userId: string): Promise<string[]> =>
      lockingDue(userId, async (tx) => {
        await userRepository(tx).update(userId, { isActive: false }, now())
        return sessionRepository(tx).revoke({ userId }, 'deletion', now())
      }),
  }
}

/** Pseudonymized row of a deleted user. No form accepts this address, so it cannot be used to log in or sign up. */
const nobody = (id: string, at: Date) =>
  ({
    email: `deleted:${id}`,
    passwordHash: '',
    firstName: '',
    lastName: '',
    isActive: false,
    isContested: false,
    isVip: false,
    subscription: 'claw',
    grantedSubscription: 'claw',
    ipcPaidUntil: null,
    ipcPaidBy: null,
    goldTierHolder: false,
    dashboardTier: 'none',
    vestedAmount: '0',
    telegramId: null,
    timeZone: null,
    dailyCallsOverride: null,
    deletionDueAt: null,
    deletedAt: at,
    updatedAt: at,
  }) as const

/** Deletes a user's rows, except immutable ones, which keep the user ID. Requires a transaction that locks the user's row. */
export async function eraseUser(tx: Db, { id, email }: Pick<UserRow, 'id' | 'email'>, at: Date): Promise<void> {
  // Reverse order: tables that others reference come first in the list.
  for (const [name, { belongs, staysPseudonymous }] of Object.entries(PERSONAL_TABLES).toReversed())
    if (staysPseudonymous !== true) await tx.execute(deletionOf(name, OWNED_BY[belongs], id))
  await tx.delete(mailOutbox).where(eq(mailOutbox.to, email))
  await tx.update(users).set(nobody(id, at)).where(eq(users.id, id))
}

function deletionOf(name: string, condition: string, userId: string) {
  const [before = '', after = ''] = condition.split('$1')
  return sql`delete from ${sql.identifier(name)} where ${sql.raw(before)}${userId}${sql.raw(after)}`
}

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly queueMail: QueueMail
  readonly announce: (sessionIds: string[]) => void
  readonly steps: readonly DeletionSteps[]
}

/** What another area does when a user is deleted. Steps can be repeated. */
export type DeletionSteps = {
  /** Checked again in the transaction that erases. */
  readonly isErasable?: (db: Db, userId: string) => Promise<boolean>
  /** Called while `isErasable` is false. @throws if it is not possible now; it is tried again later */
  readonly makeErasable?: (userId: string) => Promise<void>
  readonly afterErasing?: (userId: string) => void
}

/** Deletes accounts whose grace period is over. Idempotent steps, the final one in a single transaction: safe to stop or run twice. */
export const deletionWorker = ({ db, clock, logger, queueMail, announce, steps }: Deps) => {
  const due = dueDeletions({ db, clock })
  const finish = (userId: string): Promise<string[]> =>
    due.lockingDue(userId, async (tx, user) => {
      // The account was reactivated, or opened for trading again, since the previous steps.
      if (user.isActive || !(await areErasable(tx, userId))) return []
      await eraseUser(tx, user, new Date(clock.now()))
      await queueMail(tx, deletionDoneMail(user, clock.now()))
      return []
    })
  const areErasable = async (tx: Db, userId: string): Promise<boolean> => {
    for (const step of steps) if ((await step.isErasable?.(tx, userId)) === false) return false
    return true
  }
  const deleteOne = async (userId: string): Promise<void> => {
    announce(await due.shutOut(userId))
    for (const step of steps) if ((await step.isErasable?.(db, userId)) === false) await step.makeErasable?.(userId)
    await finish(userId)
    for (const step of steps) step.afterErasing?.(userId)
  }
  return {
    work: async (): Promise<void> => {
      for (const userId of await due.list())
        await deleteOne(userId).catch((error: unknown) =>
          logger.warn({ err: error, userId }, 'an account could not be deleted; trying again'),
        )
    },
  }
}
