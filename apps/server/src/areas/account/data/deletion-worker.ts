import type { Clock } from '@aerie/core/time'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../../platform/db/client.ts'
import { tradingAccounts } from '../../../platform/db/schema/trading.ts'
import { dueDeletions } from '../deletion/due-deletions.ts'
import type { QueueMail } from '../mails/account-mails.ts'
import { deletionDoneMail } from '../mails/account-notice-mails.ts'
import { eraseUser } from './erase-user.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly queueMail: QueueMail
  readonly announce: (sessionIds: string[]) => void
  /** @throws if trading is not open in this process */
  readonly closeTrading: (userId: string) => Promise<void>
  readonly forget: (userId: string) => void
}

/** Deletes accounts whose grace period is over. Idempotent steps, the final one in a single transaction: safe to stop or run twice. */
export const deletionWorker = ({ db, clock, logger, queueMail, announce, closeTrading, forget }: Deps) => {
  const due = dueDeletions({ db, clock })
  const finish = (userId: string): Promise<string[]> =>
    due.lockingDue(userId, async (tx, user) => {
      // The account was reactivated, or opened for trading again, since the previous steps.
      if (user.isActive || (await hasOpenAccount(tx, userId))) return []
      await eraseUser(tx, user, new Date(clock.now()))
      await queueMail(tx, deletionDoneMail(user, clock.now()))
      return []
    })
  const deleteOne = async (userId: string): Promise<void> => {
    announce(await due.shutOut(userId))
    if (await hasOpenAccount(db, userId)) await closeTrading(userId)
    await finish(userId)
    forget(userId)
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

const hasOpenAccount = async (db: Db, userId: string): Promise<boolean> => {
  const isOpen = and(eq(tradingAccounts.userId, userId), isNull(tradingAccounts.closedAt))
  return (await db.select({ id: tradingAccounts.id }).from(tradingAccounts).where(isOpen).limit(1)).length > 0
}
