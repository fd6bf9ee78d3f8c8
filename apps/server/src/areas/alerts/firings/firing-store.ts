import { DAY_MS } from '@aerie/core/time'
import type { AlertTerms } from '@aerie/wire/alerts/alert-rows'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { demandTerm } from '../../../platform/duties/duty.ts'
import type { StoredFiring } from '../alert-rows.ts'

export const ALERT_DUTY = 'alerts'

export type NewFiring = {
  readonly id: string
  readonly alert: string
  /** Version that was judged; if the alert changed meanwhile, it does not fire. */
  readonly version: number
  readonly event: string
  readonly title: string
  readonly text: string
  readonly at: number
  readonly seen: number
  readonly late: boolean
  readonly value: number | null
  readonly threshold: number | null
  readonly source: string | null
  readonly kind: 'live' | 'sim' | 'replay' | null
  readonly state: 'active' | 'done'
  readonly phase: string
  readonly firings: number | null
}

export type Enqueue = (tx: Db, firingIds: readonly string[]) => Promise<void>

const given = (rows: readonly object[], columns: string): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) g(${sql.raw(columns)})`

const COLUMNS =
  'id uuid, alert uuid, version int, event text, title text, text text, at bigint, seen bigint, late boolean, value float8, ' +
  'threshold float8, source text, kind text, state text, phase text, firings int'

/** Atomic. @returns the newly stored ones whose alert is unchanged, oldest first @throws DutyLost; safe to retry */
export const storeFirings = (db: Db, term: number, { firings, enqueue }: { firings: readonly NewFiring[]; enqueue: Enqueue }) =>
  db.transaction(async (tx): Promise<StoredFiring[]> => {
    await demandTerm(tx, { name: ALERT_DUTY, term })
    const inserted = await insertFirings(tx, firings)
    if (inserted.length > 0)
      await enqueue(
        tx,
        inserted.map(({ id }) => id),
      )
    const given = new Map(firings.map((firing) => [firing.id, firing]))
    return inserted.flatMap((row) => storedFiring(row, given.get(row.id)) ?? []).toSorted((a, b) => a.seq - b.seq)
  })

type Inserted = {
  readonly id: string
  readonly seq: string
  readonly user_id: string
  readonly terms: AlertTerms
  readonly is_unread: boolean
}

const insertFirings = async (tx: Db, firings: readonly NewFiring[]): Promise<Inserted[]> =>
  (
    await tx.execute<Inserted>(sql`
      with fresh as materialized (
        select g.* from ${given(firings, COLUMNS)}
        where not exists (select from alert_firings f where f.alert_id = g.alert and f.event_key = g.event)
      ),
      changed as (
        update alerts a set state = g.state, phase = g.phase, source_id = coalesce(g.source, a.source_id),
          judged_at = case when a.kind = 'order_filled' then a.judged_at else g.at end, fired_at = g.at, firings = coalesce(g.firings, a.firings + 1)
        from fresh g where a.id = g.alert and a.version = g.version and a.state = 'active'
        returning a.id, a.user_id, a.terms
      )
      insert into alert_firings (id, user_id, alert_id, event_key, terms, title, text, at, seen_at, is_late, value, threshold,
        source_id, source_kind, read_at)
      select g.id, c.user_id, c.id, g.event, c.terms, g.title, g.text, g.at, to_timestamp(g.seen / 1000.0), g.late, g.value, g.threshold,
        g.source, g.kind, case when c.terms->'channels' @> '["app"]' then null else to_timestamp(g.seen / 1000.0) end
      from changed c join fresh g on g.alert = c.id
      order by g.at
      on conflict (alert_id, event_key) do nothing
      returning id, seq, user_id, terms, read_at is null as is_unread`)
  ).rows

function storedFiring({ id, seq, user_id, terms, is_unread }: Inserted, of: NewFiring | undefined): StoredFiring | undefined {
  if (of === undefined) return undefined
  const { alert, event, title, text, at, late, value, threshold, source, kind } = of
  const seenAt = new Date(of.seen)
  const content = { title, text, at, seenAt, isLate: late, value, threshold, sourceId: source, sourceKind: kind }
  return { id, seq: Number(seq), userId: user_id, alertId: alert, eventKey: event, terms, ...content, readAt: is_unread ? null : seenAt }
}

export type KeptPhase = { readonly alert: string; readonly version: number; readonly phase: string }

export const storePhases = (
  db: Db,
  term: number,
  { sourceId, at, phases, expired }: { sourceId: string; at: number; phases: readonly KeptPhase[]; expired: readonly string[] },
) =>
  db.transaction(async (tx): Promise<void> => {
    await demandTerm(tx, { name: ALERT_DUTY, term })
    if (phases.length > 0)
      await tx.execute(sql`
        update alerts a set phase = g.phase, source_id = ${sourceId}, judged_at = ${at}
        from ${given(phases, 'alert uuid, version int, phase text')}
        where a.id = g.alert and a.version = g.version and a.state = 'active'`)
    if (expired.length > 0)
      await tx.execute(sql`
        update alerts set state = 'expired' where state = 'active'
          and id in (select jsonb_array_elements_text(${JSON.stringify(expired)}::jsonb)::uuid)`)
    await tx.execute(sql`
      insert into alert_marks (source_id, at) values (${sourceId}, ${at})
      on conflict (source_id) do update set at = excluded.at`)
  })

/** Market time up to which all alerts of a source were judged; undefined if never. */
export async function markOf(db: Db, sourceId: string): Promise<number | undefined> {
  const { rows } = await db.execute<{ at: string }>(sql`select at from alert_marks where source_id = ${sourceId}`)
  return rows[0] === undefined ? undefined : Number(rows[0].at)
}

type FiringRetention = {
  readonly count: number
  readonly ageMs: number
  /** Minimum age in ms: after a restart an event may be reported again and must still be known. */
  readonly leastMs: number
}

const FIRINGS_KEPT: FiringRetention = { count: 5_000, ageMs: 365 * DAY_MS, leastMs: DAY_MS }

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
