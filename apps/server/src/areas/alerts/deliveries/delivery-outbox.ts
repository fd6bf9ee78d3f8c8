import { randomUUID } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import type { Delivery } from '@aerie/wire/alerts/deliveries'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { alertFirings } from '../../../platform/db/schema/alerts.ts'
import { deliveries } from '../../../platform/db/schema/deliveries.ts'
import { firingPayload } from '../alert-rows.ts'
import type { FiringPayload } from './delivery-channel.ts'

export type StoredDelivery = typeof deliveries.$inferSelect
export type ChannelName = StoredDelivery['channel']

const idsOf = (ids: readonly string[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`

/** Within the firings' transaction. Channels not set up are marked as skipped. */
export async function enqueue(tx: Db, firingIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into deliveries (id, user_id, firing_id, channel, receiver_id, target, state, next_at, problem, receipt, created_at, sent_at)
    select gen_random_uuid(), f.user_id, f.id, c.channel, coalesce(w.id, p.id, f.user_id),
      case c.channel when 'app' then 'In the app' when 'email' then u.email when 'telegram' then coalesce(t.name, 'Telegram')
        when 'push' then coalesce(p.name, 'Browser push') else ${WEBHOOK_TARGET} end,
      case when c.channel = 'app' then 'sent' when r.is_ready then 'waiting' else 'skipped' end,
      case when c.channel <> 'app' and r.is_ready then f.seen_at end,
      case when c.channel = 'app' or r.is_ready then null when c.channel = 'email' then 'Alert e-mails are off.'
        when c.channel = 'telegram' then 'Telegram is not linked.' when c.channel = 'push' then ${NO_RECEIVER.push}
        else ${NO_RECEIVER.webhook} end,
      case when c.channel = 'app' then 'In the history.' end,
      f.seen_at, case when c.channel = 'app' then f.seen_at end
    from alert_firings f
    cross join lateral jsonb_array_elements_text(f.terms->'channels') c(channel)
    join users u on u.id = f.user_id
    left join alert_settings s on s.user_id = f.user_id
    left join webhooks w on c.channel = 'webhook' and w.user_id = f.user_id and w.is_enabled
    left join push_devices p on c.channel = 'push' and p.user_id = f.user_id
    left join telegram_chats t on c.channel = 'telegram' and t.user_id = f.user_id and t.problem is null
    cross join lateral (select case c.channel when 'email' then coalesce(s.is_mail_wanted, true) when 'telegram' then t.user_id is not null
      when 'push' then p.id is not null when 'webhook' then w.id is not null else true end as is_ready) r
    where f.id in ${idsOf(firingIds)}
    on conflict (firing_id, channel, receiver_id) do nothing`)
}

/** Per channel; with several receivers, the least advanced state. */
export async function deliveriesOf(db: Db, firingIds: readonly string[]) {
  if (firingIds.length === 0) return new Map<string, { channel: ChannelName; state: StoredDelivery['state'] }[]>()
  const { rows } = await db.execute<{ firing_id: string; channel: ChannelName; state: StoredDelivery['state'] }>(sql`
    select firing_id, channel, (array_agg(state order by array_position(array['dead', 'waiting', 'held', 'skipped', 'sent'], state)))[1] as state
    from deliveries where firing_id in ${idsOf(firingIds)} group by firing_id, channel
    order by array_position(array['app', 'email', 'telegram', 'push', 'webhook'], channel)`)
  return new Map(
    [...Map.groupBy(rows, ({ firing_id }) => firing_id)].map(([id, mine]) => [id, mine.map(({ channel, state }) => ({ channel, state }))]),
  )
}

type Page = {
  readonly userId: string
  readonly before: number | undefined
  readonly limit: number
  readonly state?: StoredDelivery['state'] | undefined
  readonly firing?: string | undefined
}
export type TitledDelivery = { readonly delivery: StoredDelivery; readonly title: string }
type Claim = {
  readonly channel: ChannelName
  readonly now: Date
  readonly leaseEnd: Date
  readonly limit: number
  readonly receivers: number
  readonly busyReceivers: readonly string[]
  readonly perUser: number
  readonly busyUsers: readonly string[]
}

const titled = (db: Db) =>
  db
    .select({ delivery: deliveries, title: alertFirings.title })
    .from(deliveries)
    .innerJoin(alertFirings, eq(alertFirings.id, deliveries.firingId))

/** Longer than any delay: rows due later were scheduled before the clock was set back. */
const LONGEST_WAIT_MS = 2 * DAY_MS

/**
 * Claims until `leaseEnd`; after a crash they become due again then. The lease is kept by the database's clock as well: a process whose
 * clock runs ahead must not send what another one is sending.
 */
async function claimDue(db: Db, claim: Claim): Promise<StoredDelivery[]> {
  const { channel, now, leaseEnd, limit, receivers, busyReceivers, perUser, busyUsers } = claim
  const far = new Date(now.getTime() + LONGEST_WAIT_MS)
  const { rows } = await db.execute<{ id: string }>(sql`
    with due as materialized (
      select id, user_id, receiver_id, next_at from deliveries
      where channel = ${channel} and state in ('waiting', 'held') and (next_at <= ${now.toISOString()} or next_at > ${far.toISOString()})
        and (lease_until is null or lease_until <= now()) and receiver_id not in ${idsOf(busyReceivers)} and user_id not in ${idsOf(busyUsers)}
      order by next_at, number limit ${limit} for update skip locked
    ), ranked as (
      select receiver_id, min(next_at) as first_at, row_number() over (partition by user_id order by min(next_at)) as place
      from due group by user_id, receiver_id
    )
    update deliveries set next_at = ${leaseEnd.toISOString()}, state = 'waiting', lease_until = now() + make_interval(secs => ${(leaseEnd.getTime() - now.getTime()) / SECOND_MS})
    where id in (
      select id from due
      where receiver_id in (select receiver_id from ranked where place <= ${perUser} order by first_at limit ${receivers})
    ) returning id`)
  return rows.length === 0 ? [] : deliveriesIn(db, rows)
}

/** If a process dies after this mark, the next one knows the deliveries may have been sent. */
async function beginAll(db: Db, ids: readonly string[]): Promise<StoredDelivery[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql`
    update deliveries set attempts = attempts + 1, may_repeat = may_repeat or is_begun, is_begun = true
    where id in ${idsOf(ids)} returning id`)
  return deliveriesIn(db, rows)
}

const deliveriesIn = (db: Db, rows: readonly { readonly id: string }[]): Promise<StoredDelivery[]> =>
  db
    .select()
    .from(deliveries)
    .where(sql`${deliveries.id} in ${idsOf(rows.map(({ id }) => id))}`)
    .orderBy(deliveries.number)

async function firingsOf(db: Db, ids: readonly string[]): Promise<Map<string, FiringPayload>> {
  const rows = await db
    .select()
    .from(alertFirings)
    .where(sql`${alertFirings.id} in ${idsOf(ids)}`)
    .orderBy(alertFirings.seq)
  return new Map(rows.map((row) => [row.id, firingPayload(row)]))
}

export const deliveryOutbox = (db: Db) => ({
  page: ({ userId, before, limit, state, firing }: Page): Promise<TitledDelivery[]> =>
    titled(db)
      .where(
        and(
          eq(deliveries.userId, userId),
          before === undefined ? undefined : lt(deliveries.number, before),
          state && eq(deliveries.state, state),
          firing === undefined ? undefined : eq(deliveries.firingId, firing),
        ),
      )
      .orderBy(desc(deliveries.number))
      .limit(limit),
  find: async (ids: readonly string[]): Promise<TitledDelivery[]> => titled(db).where(inArray(deliveries.id, [...ids])),
  claim: (claim: Claim): Promise<StoredDelivery[]> => claimDue(db, claim),
  nextAt: async (): Promise<Date | undefined> =>
    (
      await db
        .select({ nextAt: deliveries.nextAt })
        .from(deliveries)
        .where(inArray(deliveries.state, ['waiting', 'held']))
        .orderBy(deliveries.nextAt)
        .limit(1)
    )[0]?.nextAt ?? undefined,
  firingsOf: (ids: readonly string[]): Promise<Map<string, FiringPayload>> => firingsOf(db, ids),
  settle: async (ids: readonly string[], change: Partial<typeof deliveries.$inferInsert>): Promise<void> => {
    await db
      .update(deliveries)
      .set({ isBegun: false, leaseUntil: null, ...change })
      .where(sql`${deliveries.id} in ${idsOf(ids)}`)
  },
  begin: (ids: readonly string[]): Promise<StoredDelivery[]> => beginAll(db, ids),
  hold: async (ids: readonly string[], nextAt: Date): Promise<void> => {
    await db
      .update(deliveries)
      .set({ state: 'held', nextAt, leaseUntil: null })
      .where(sql`${deliveries.id} in ${idsOf(ids)}`)
  },
  release: async (userId: string, now: Date): Promise<void> => {
    await db
      .update(deliveries)
      .set({ nextAt: now })
      .where(and(eq(deliveries.userId, userId), eq(deliveries.state, 'held')))
  },
  giveBack: async (ids: readonly string[], nextAt: Date): Promise<void> => {
    await db
      .update(deliveries)
      .set({ state: 'waiting', nextAt, leaseUntil: null, isBegun: false, attempts: sql`${deliveries.attempts} - 1` })
      .where(sql`${deliveries.id} in ${idsOf(ids)}`)
  },
  sendAgain: (userId: string, id: string, now: Date): Promise<SentAgain> => sendAgain(db, { userId, id, now }),
})
export type DeliveryOutbox = ReturnType<typeof deliveryOutbox>

export const deliveryAnswer = ({ delivery: row, title }: TitledDelivery): Delivery => ({
  id: row.id,
  firing: row.firingId,
  channel: row.channel,
  target: row.target,
  title,
  state: row.state,
  attempts: row.attempts,
  next_at: row.state === 'waiting' || row.state === 'held' ? (row.nextAt?.toISOString() ?? null) : null,
  problem: row.problem,
  receipt: row.receipt,
  may_repeat: row.mayRepeat,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
})

const NO_RECEIVER = { push: 'No browser is set up for push.', webhook: 'No webhook is switched on.' } as const

const WEBHOOK_TARGET = sql`coalesce(w.name, substring(w.url from '^https?://([^/?#]+)'), 'Webhook')`

/** `none`: no such failed or skipped delivery. `nowhere`: its channel still has no receiver. */
type SentAgain =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'none' }
  | { readonly kind: 'nowhere'; readonly problem: (typeof NO_RECEIVER)[keyof typeof NO_RECEIVER] }

type Which = { readonly userId: string; readonly id: string; readonly now: Date }
type Receiver = { readonly id: string; readonly target: string }

/** A delivery without a receiver goes to all current receivers of its channel; the first one reuses the row. */
const sendAgain = (db: Db, { userId, id, now }: Which): Promise<SentAgain> =>
  db.transaction(async (tx) => {
    const isIt = and(eq(deliveries.userId, userId), eq(deliveries.id, id), inArray(deliveries.state, ['dead', 'skipped']))
    const [row] = await tx.select().from(deliveries).where(isIt).for('update')
    if (row === undefined) return { kind: 'none' }
    const { channel, firingId, createdAt } = row
    const change = { state: 'waiting', attempts: 0, nextAt: now, leaseUntil: null, problem: null, isBegun: false } as const
    const isNobodys = row.receiverId === userId
    if ((channel !== 'webhook' && channel !== 'push') || !isNobodys) {
      await tx.update(deliveries).set(change).where(isIt)
      return { kind: 'waiting' }
    }
    const [first, ...others] = await receiversOf(tx, userId, channel)
    if (first === undefined) return { kind: 'nowhere', problem: NO_RECEIVER[channel] }
    const to = ({ id: receiverId, target }: Receiver) => ({ ...change, receiverId, target })
    await tx.update(deliveries).set(to(first)).where(isIt)
    const rows = others.map((other) => ({ id: randomUUID(), userId, firingId, channel, createdAt, ...to(other) }))
    if (rows.length > 0) await tx.insert(deliveries).values(rows)
    return { kind: 'waiting' }
  })

async function receiversOf(tx: Db, userId: string, channel: keyof typeof NO_RECEIVER): Promise<Receiver[]> {
  const query =
    channel === 'webhook'
      ? sql`select w.id, ${WEBHOOK_TARGET} as target from webhooks w where w.user_id = ${userId} and w.is_enabled order by w.created_at`
      : sql`select p.id, p.name as target from push_devices p where p.user_id = ${userId} order by p.created_at`
  return (await tx.execute<Receiver>(query)).rows
}
