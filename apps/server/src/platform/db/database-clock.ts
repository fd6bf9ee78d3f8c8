import { type Clock, epochMs, SECOND_MS, systemClock } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { Pool } from 'pg'
import type { Config } from '../../config.ts'

const MEASURE_MS = 10 * SECOND_MS
/** What clocks of two machines may drift apart, as a share of the time since the reading. */
const DRIFT = 0.000_2

type Reading = {
  /** From `elapsed` to the database's time, in ms, and by how much it may be wrong. */
  readonly offset: number
  readonly errorMs: number
  readonly at: number
}

/**
 * The database's clock, by this process's monotonic one. Sessions, orders and alerts pass from one process to another, so processes on
 * several machines must agree on the time, whatever their own clocks say.
 *
 * @throws the driver's error if the first reading fails
 */
export async function databaseClock(pool: Pick<Pool, 'query'>, elapsed: () => number = () => performance.now()) {
  const read = async (): Promise<Reading> => {
    const sent = elapsed()
    const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    const received = elapsed()
    const now = rows[0]?.now ?? Number.NaN
    if (!Number.isFinite(now)) throw new Error('the database returned no time')
    return { offset: now - (sent + received) / 2, errorMs: (received - sent) / 2, at: received }
  }
  let best = await read()
  /** Keeps the closer reading; one that contradicts it means that the database's clock was set. */
  const measure = async (): Promise<void> => {
    const next = await read()
    const errorMs = best.errorMs + (next.at - best.at) * DRIFT
    if (next.errorMs <= errorMs || Math.abs(next.offset - best.offset) > errorMs + next.errorMs) best = next
  }
  const clock: Clock = { now: () => epochMs(Math.round(elapsed() + best.offset)), elapsed }
  // A failed reading leaves the last one, which is seconds old.
  return { clock, measure, stop: every(MEASURE_MS, measure, { onError: () => undefined }) }
}

/**
 * The clock of the servers, and of the commands that store times for them. One process alone needs no more than its machine's; several must
 * agree, so the database's counts.
 */
export const serverClock = async ({ REDIS_URL }: Pick<Config, 'REDIS_URL'>, pool: Pick<Pool, 'query'>): Promise<Clock> =>
  REDIS_URL === undefined ? systemClock : (await databaseClock(pool)).clock
