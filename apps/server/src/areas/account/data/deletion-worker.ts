import type { Clock } from '@aerie/core/time'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../../../platform/db/client.ts'
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
