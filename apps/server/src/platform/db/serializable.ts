import { setTimeout as sleep } from 'node:timers/promises'
import { backoffMs } from '@aerie/runtime/backoff'
import type { Db } from './client.ts'
import { sqlState } from './database-errors.ts'

/** serialization_failure, deadlock_detected. */
const RETRYABLE = new Set(['40001', '40P01'])
const TRIES = 8
/** Around 4 ms after the first conflict, jittered from half to one and a half, doubling after each further one. */
const PAUSE = { baseMs: 6, capMs: 1_000, leastShare: 1 / 3 }

/** Retries on conflicts, so `work` must be repeatable: no mail, no external calls. @throws the last conflict after eight */
export async function serializable<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work, { isolationLevel: 'serializable' })
    } catch (error) {
      if (attempt === TRIES || !RETRYABLE.has(sqlState(error) ?? '')) throw error
      await sleep(backoffMs(attempt, PAUSE, Math.random))
    }
  }
}
