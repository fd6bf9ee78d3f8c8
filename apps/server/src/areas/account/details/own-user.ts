import type { Db } from '../../../platform/db/client.ts'
import { lockingUser } from '../../../platform/db/locking-user.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { userRepository } from './user-repository.ts'
import type { UserRow } from './user-row.ts'

export const lockingOwnUser = <T>(db: Db, userId: string, work: (tx: Db, user: UserRow) => Promise<T>): Promise<T> =>
  lockingUser(db, userId, async (tx) => {
    const found = await userRepository(tx).findById(userId)
    if (found === undefined) throw new AppError('unauthenticated')
    return work(tx, found.user)
  })
