import { DAY_MS } from '@aerie/core/time'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'

export type FiringRetention = {
  readonly count: number
  readonly ageMs: number
  /** Minimum age in ms: after a restart an event may be reported again and must still be known. */
  readonly leastMs: number
}

export const FIRINGS_KEPT: FiringRetention = { count: 5_000, ageMs: 365 * DAY_MS, leastMs: DAY_MS }

const BATCH = 2_000

/** Keeps unlocks with an existing alert: these are polled every minute and only the stored firing prevents a repeat. */
export async function sweepFirings(db: Db, now: number, kept: FiringRetention = FIRINGS_KEPT): Promise<number> {
  let deleted = 0
  for (;;) {
    const { rowCount } = await db.execute(sql`delete from alert_firings where id in (${surplus(now, kept)})`)
    deleted += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return deleted
  }
}

const surplus = (now: number, { count, ageMs, leastMs }: FiringRetention): SQL => {
  const before = (ms: number): string => new Date(now - ms).toISOString()
  return sql`
    select f.id from (select *, row_number() over (partition by user_id order by seq desc) as place from alert_firings) f
    where f.seen_at < ${before(leastMs)} and (f.place > ${count} or f.seen_at < ${before(ageMs)})
      and not exists (select from deliveries d where d.firing_id = f.id and d.state in ('waiting', 'held'))
      and not (f.terms->>'kind' = 'unlock' and exists (select from alerts a where a.id = f.alert_id))
    limit ${BATCH}`
}
