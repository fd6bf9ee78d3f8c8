import { eq, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { users } from './schema/accounts.ts'

/** Waiting longer than this for the user's lock results in 503 (plugins/problem.ts). */
const LOCK_TIMEOUT = '5s'

/** Serializes changes to one user's data by the user's row lock; no retries needed under concurrent requests. */
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
