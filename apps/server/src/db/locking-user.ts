import { eq, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'

/** Who waits longer than this for others of the same user gives up: 503 (plugins/problem.ts). */
const LOCK_TIMEOUT = '5s'

/**
 * Runs `work` in a transaction that holds the user's row: of all that change what one user has, one runs at a time and sees what those
 * before it have committed. Nothing has to be tried again, however many come at once, so this is for what many windows of one user do.
 */
export const lockingUser = <T>(db: Db, userId: string, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`)
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
      return work(tx)
    },
    // Each statement must see what was committed while this one waited.
    { isolationLevel: 'read committed' },
  )
