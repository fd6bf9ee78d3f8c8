import type { Clock } from '@aerie/core/time'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../db/client.ts'
import { tradingAccounts } from '../../db/schema/trading.ts'
import { dueDeletions } from '../accounts/deletion/due-deletions.ts'
import type { QueueMail } from '../accounts/mails/account-mails.ts'
import { deletionDoneMail } from '../accounts/mails/account-notice-mails.ts'
import { eraseUser } from './erase-user.ts'

type Deps = {
  readonly db: Database
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly queueMail: QueueMail
  /** Told of the sessions that have ended. */
  readonly announce: (sessionIds: string[]) => void
  /** Closes all paper accounts of a user. @throws while trading is not open in this process */
  readonly closeTrading: (userId: string) => Promise<void>
  /** Told of each user who is deleted, so that nothing of theirs goes on in this process. */
  readonly forget: (userId: string) => void
}

/**
 * Deletes the accounts whose grace time is over. Each step can be done again, and the last does all that is final in one transaction: a
 * stop anywhere loses nothing, and of several that run at once one deletes and tells.
 */
export const deletionWorker = ({ db, clock, logger, queueMail, announce, closeTrading, forget }: Deps) => {
  const due = dueDeletions({ db, clock })
  const finish = (userId: string): Promise<string[]> =>
    due.lockingDue(userId, async (tx, user) => {
      // Let in again, or trading again, since the steps before: they come first.
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
    /** Deletes all that are due; who cannot be deleted now is tried again at the next call. */
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
