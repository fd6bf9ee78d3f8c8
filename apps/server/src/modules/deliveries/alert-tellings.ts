import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'

/** How far the messages about the newest firing of an alert have come. Instants in milliseconds since the epoch, by this server's clock. */
export type AlertTelling = {
  readonly seenAt: number
  /** When the first of them arrived; undefined while none has. */
  readonly sentAt: number | undefined
  /** Whether some are to be sent, and not put off by the user's own wish. */
  readonly isUnderWay: boolean
  /** Whether some wait for the end of quiet hours or for a digest. */
  readonly isHeld: boolean
}

/** By the id of the alert; one that has not fired, or whose firing is kept no longer, is left out. */
export async function tellingsOf(db: Db, alertIds: readonly string[]): Promise<ReadonlyMap<string, AlertTelling>> {
  if (alertIds.length === 0) return new Map()
  type Row = { alert: string; seen: number; sent: number | null; is_under_way: boolean; is_held: boolean }
  const { rows } = await db.execute<Row>(sql`
    select a.id as alert, extract(epoch from f.seen_at)::float8 * 1000 as seen, d.sent, d.is_under_way, d.is_held
    from (select jsonb_array_elements_text(${JSON.stringify(alertIds)}::jsonb)::uuid as id) a
    cross join lateral (select id, seen_at from alert_firings where alert_id = a.id order by seq desc limit 1) f
    cross join lateral (
      select extract(epoch from min(sent_at) filter (where state = 'sent'))::float8 * 1000 as sent,
        coalesce(bool_or(state = 'waiting'), false) as is_under_way, coalesce(bool_or(state = 'held'), false) as is_held
      from deliveries where firing_id = f.id) d`)
  return new Map(
    rows.map(({ alert, seen, sent, is_under_way, is_held }) => [
      alert,
      { seenAt: Math.round(seen), sentAt: sent === null ? undefined : Math.round(sent), isUnderWay: is_under_way, isHeld: is_held },
    ]),
  )
}
