import { type Clock, DAY_MS } from '@aerie/core/time'
import { type AccountDeletion, DELETION_DAYS } from '@aerie/wire/account/account-data'
import type { Db } from '../../../platform/db/client.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AccountDeps } from '../deps.ts'
import { lockingOwnUser, type UserRow, userRepository } from '../details/user-repository.ts'
import { deletionBegunMail, deletionCanceledMail, type QueueMail } from '../mails/account-mails.ts'
import { requireChangeWithin } from '../mails/security-mails.ts'
import { sessionRepository } from '../sessions/session-repository.ts'
import type { Caller } from '../sessions/session-service.ts'
import { apiTokenRepository } from '../tokens/api-token-repository.ts'

type Deps = Pick<AccountDeps, 'db' | 'clock' | 'limits' | 'queueMail' | 'sessions' | 'holds'>
const GRACE_MS = DELETION_DAYS * DAY_MS

const answerOf = (dueAt: Date | null): AccountDeletion => ({ ends_at: dueAt?.toISOString() ?? null })

export const deletionService = ({ db, clock, limits, queueMail, sessions, holds }: Deps) => {
  const begin = async (tx: Db, user: UserRow, sessionId: string) => {
    await requireChangeWithin(limits, tx, user.id)
    for (const hold of holds) {
      const why = await hold.known(tx, user.id)
      if (why !== undefined) throw why
    }
    const at = new Date(clock.now())
    const dueAt = new Date(at.getTime() + GRACE_MS)
    await userRepository(tx).update(user.id, { deletionDueAt: dueAt }, at)
    await apiTokenRepository(tx).deleteAllOf(user.id)
    await queueMail(tx, deletionBegunMail(user, dueAt, at.getTime()))
    return { dueAt, ended: await sessionRepository(tx).revoke({ userId: user.id, except: sessionId }, 'deletion', at) }
  }
  /** Skips accounts whose deletion has started. @throws AppError the reason for a hold */
  const askHolds = async (userId: string): Promise<void> => {
    if ((await userRepository(db).findById(userId))?.user.deletionDueAt != null) return
    for (const hold of holds) {
      // Check local state first: it is more specific and needs no remote call.
      const why = (await hold.known(db, userId)) ?? (await hold.ask(userId))
      if (why !== undefined) throw why
    }
  }
  return {
    status: async (userId: string): Promise<AccountDeletion> =>
      answerOf((await userRepository(db).findById(userId))?.user.deletionDueAt ?? null),

    /** Starts the grace period and ends all other sessions; idempotent. @throws AppError rate_limited, or the reason for a hold */
    begin: async ({ user, sessionId }: Caller): Promise<AccountDeletion> => {
      await askHolds(user.user_id)
      const { dueAt, ended } = await lockingOwnUser(db, user.user_id, async (tx, row) => {
        refuseGone(row)
        return row.deletionDueAt === null ? begin(tx, row, sessionId) : { dueAt: row.deletionDueAt, ended: [] }
      })
      sessions.announce(ended)
      sessions.forgetUser(user.user_id)
      return answerOf(dueAt)
    },

    /** Idempotent. @throws AppError unauthenticated once the deletion has started */
    takeBack: async (userId: string): Promise<AccountDeletion> => {
      await lockingOwnUser(db, userId, async (tx, row) => {
        refuseGone(row)
        await cancel(tx, { user: row, how: 'asked', now: clock.now(), queueMail })
      })
      sessions.forgetUser(userId)
      return answerOf(null)
    },
  }
}

export const isLeaving = async (tx: Db, userId: string): Promise<boolean> => {
  const row = await userRepository(tx).findById(userId)
  return row === undefined || row.user.deletionDueAt !== null
}

export const deletionCancel =
  ({ clock, queueMail }: { readonly clock: Clock; readonly queueMail: QueueMail }) =>
  (tx: Db, user: UserRow): Promise<void> =>
    cancel(tx, { user, how: 'login', now: clock.now(), queueMail })

type Cancel = { readonly user: UserRow; readonly how: 'login' | 'asked'; readonly now: number; readonly queueMail: QueueMail }

async function cancel(tx: Db, { user, how, now, queueMail }: Cancel): Promise<void> {
  if (user.deletionDueAt === null) return
  await userRepository(tx).update(user.id, { deletionDueAt: null }, new Date(now))
  await queueMail(tx, deletionCanceledMail(user, how, now))
}

/** The first deletion step deactivates the account: from then on it cannot be canceled. */
function refuseGone(user: UserRow): void {
  if (!user.isActive) throw new AppError('unauthenticated')
}
