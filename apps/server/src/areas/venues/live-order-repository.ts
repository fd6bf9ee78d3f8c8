import type { ApexOrder } from '@aerie/apex/replies'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { lockingUser } from '../../platform/db/locking-user.ts'
import { apexOrders } from '../../platform/db/schema/apex.ts'

export type LiveOrderRow = typeof apexOrders.$inferSelect
export type LiveState = LiveOrderRow['state']
export const ENDED: ReadonlySet<ApexOrder['status']> = new Set(['filled', 'canceled', 'expired'])
type Named = { readonly userId: string; readonly clientId: string }
type Signing = { readonly askedAt: Date; readonly isLeaving: (tx: Db, userId: string) => Promise<boolean> }
type Looking = {
  readonly now: Date
  /** Polling interval: a quarter of the order's age, within these bounds. */
  readonly firstMs: number
  readonly longestMs: number
  readonly ofUser: number
  readonly limit: number
  readonly without: Iterable<string>
}
type Change = Partial<Omit<typeof apexOrders.$inferInsert, 'userId' | 'clientId' | 'hash' | 'intent' | 'preparedAt'>>

const isIt = ({ userId, clientId }: Named) => and(eq(apexOrders.userId, userId), eq(apexOrders.clientId, clientId))
const isOpen = and(inArray(apexOrders.state, ['signed', 'sent', 'unknown', 'accepted']), isNull(apexOrders.endedAt))

const longestAgo = [sql`${apexOrders.askedAt} nulls first`, asc(apexOrders.preparedAt)] as const

/** Ended but unsettled orders may still change but no longer trade. */
const mayBeOnBook = and(isOpen, sql`coalesce(${apexOrders.reported}->>'status', '') not in ('filled', 'canceled', 'expired')`)

const reading = (db: Db) => ({
  find: async (named: Named): Promise<LiveOrderRow | undefined> => (await db.select().from(apexOrders).where(isIt(named)))[0],
  /** The newest, and all possibly on the book regardless of age; newest first. */
  shown: async (userId: string, { newest, onBook }: { readonly newest: number; readonly onBook: number }): Promise<LiveOrderRow[]> => {
    const ofUser = (where: SQL | undefined, limit: number) =>
      db
        .select()
        .from(apexOrders)
        .where(and(eq(apexOrders.userId, userId), where))
        .orderBy(desc(apexOrders.preparedAt))
        .limit(limit)
    const [all, open] = await Promise.all([ofUser(undefined, newest), ofUser(mayBeOnBook, onBook)])
    const byId = new Map([...all, ...open].map((row) => [row.clientId, row]))
    return [...byId.values()].toSorted((a, b) => b.preparedAt.getTime() - a.preparedAt.getTime())
  },
  countOnBook: async (userId: string, account: string): Promise<number> => {
    const isIts = and(eq(apexOrders.userId, userId), eq(apexOrders.account, account), mayBeOnBook)
    return (await db.select({ n: count() }).from(apexOrders).where(isIts))[0]?.n ?? 0
  },
  countSince: async (userId: string, since: Date): Promise<number> => {
    const isNew = and(eq(apexOrders.userId, userId), gte(apexOrders.preparedAt, since))
    return (await db.select({ n: count() }).from(apexOrders).where(isNew))[0]?.n ?? 0
  },
  open: (userId: string, limit: number): Promise<LiveOrderRow[]> =>
    db
      .select()
      .from(apexOrders)
      .where(and(isOpen, eq(apexOrders.userId, userId)))
      .orderBy(...longestAgo)
      .limit(limit),
  /** Round-robin across users: one order each first. */
  due: async ({ now, firstMs, longestMs, ofUser, limit, without }: Looking): Promise<LiveOrderRow[]> => {
    const at = sql`${now.toISOString()}::timestamptz`
    const pause = sql`least(${longestMs}, greatest(${firstMs}, extract(epoch from ${at} - ${apexOrders.preparedAt}) * 250)) * interval '1 millisecond'`
    const isDue = sql`(${apexOrders.askedAt} is null or ${apexOrders.state} = 'signed' or ${apexOrders.askedAt} <= ${at} - ${pause})`
    const place = sql<number>`row_number() over (partition by ${apexOrders.userId} order by ${sql.join([...longestAgo], sql`, `)})`.as(
      'place',
    )
    const ranked = db
      .select({ userId: apexOrders.userId, clientId: apexOrders.clientId, place })
      .from(apexOrders)
      .where(and(isOpen, isDue, notInArray(apexOrders.userId, [...without])))
      .as('ranked')
    const rows = await db
      .select({ row: apexOrders })
      .from(ranked)
      .innerJoin(apexOrders, and(eq(apexOrders.userId, ranked.userId), eq(apexOrders.clientId, ranked.clientId)))
      .where(lte(ranked.place, ofUser))
      .orderBy(ranked.place, ...longestAgo)
      .limit(limit)
    return rows.map(({ row }) => row)
  },
})

const writing = (db: Db) => ({
  insert: async (row: typeof apexOrders.$inferInsert): Promise<LiveOrderRow | undefined> =>
    (await db.insert(apexOrders).values(row).onConflictDoNothing().returning())[0],
  advance: async (named: Named, from: readonly LiveState[], change: Change): Promise<LiveOrderRow | undefined> => {
    const isFrom = and(isIt(named), inArray(apexOrders.state, [...from]))
    return (await db.update(apexOrders).set(change).where(isFrom).returning())[0]
  },
  /** Serialized with account deletion: nothing is sent once deletion has started. */
  sign: ({ userId, clientId }: Named, { askedAt, isLeaving }: Signing): Promise<LiveOrderRow | 'leaving' | undefined> =>
    lockingUser(db, userId, async (tx) => {
      if (await isLeaving(tx, userId)) return 'leaving'
      return await writing(tx).advance({ userId, clientId }, ['prepared'], { state: 'signed', askedAt })
    }),
  /** Updates may be duplicated, late or out of order. An order marked as rejected is reopened if ApeX has it. */
  learn: async (named: Named, reported: ApexOrder, change: Change): Promise<LiveOrderRow | undefined> => {
    const isNewer = sql`coalesce((${apexOrders.reported}->>'updatedAt')::bigint, 0) <= ${reported.updatedAt ?? 0}::bigint`
    // Equal or missing timestamps: a final state is never reverted.
    const isEnd = ENDED.has(reported.status)
    const staysEnded = isEnd ? undefined : sql`coalesce(${apexOrders.reported}->>'status', '') not in ('filled', 'canceled', 'expired')`
    const wasSent = or(
      inArray(apexOrders.state, ['sent', 'unknown', 'accepted']),
      and(eq(apexOrders.state, 'refused'), isNotNull(apexOrders.sentAt)),
    )
    const taken = await db
      .update(apexOrders)
      .set({ ...change, reported })
      .where(and(isIt(named), wasSent, isNewer, staysEnded))
      .returning()
    return taken[0]
  },
  cannotFollow: async (userId: string, { reason, at }: { readonly reason: string; readonly at: Date }): Promise<void> => {
    const state = sql`case when ${apexOrders.state} = 'sent' then 'unknown' else ${apexOrders.state} end`
    await db
      .update(apexOrders)
      .set({ state, reason, askedAt: at })
      .where(and(isOpen, eq(apexOrders.userId, userId), inArray(apexOrders.state, ['sent', 'unknown', 'accepted'])))
  },
  setTwin: async (named: Named, twin: NonNullable<LiveOrderRow['twin']>): Promise<void> => {
    await db.update(apexOrders).set({ twin }).where(isIt(named))
  },
  /** Claims the poll of an order unless another process did so since it was read. */
  takeAsking: async (row: LiveOrderRow, at: Date): Promise<boolean> => {
    const isSame = sql`${apexOrders.askedAt} is not distinct from ${row.askedAt?.toISOString() ?? null}::timestamptz`
    return (
      (
        await db
          .update(apexOrders)
          .set({ askedAt: at })
          .where(and(isIt(row), isSame))
      ).rowCount === 1
    )
  },
})

export const liveOrderRepository = (db: Db) => ({ ...reading(db), ...writing(db) })

export type LiveOrderRepository = ReturnType<typeof liveOrderRepository>
