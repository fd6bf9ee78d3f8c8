import type { Clock } from '@aerie/core/time'
import type { Database, Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { userRepository } from '../details/user-repository.ts'
import type { UserRow } from '../details/user-row.ts'
import { sessionRepository } from '../sessions/session-repository.ts'

export const dueDeletions = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) => {
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
