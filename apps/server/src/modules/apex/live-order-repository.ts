import type { ApexOrder } from '@aerie/apex/replies'
import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { lockingUser } from '../../db/locking-user.ts'
import { apexOrders } from '../../db/schema/apex.ts'

/** A live order as it is stored. */
export type LiveOrderRow = typeof apexOrders.$inferSelect
/** State of a live order here. */
export type LiveState = LiveOrderRow['state']
/** States at ApeX after which an order trades no more. */
export const ENDED: ReadonlySet<ApexOrder['status']> = new Set(['filled', 'canceled', 'expired'])
type Named = { readonly userId: string; readonly clientId: string }
type Signing = { readonly askedAt: Date; readonly isLeaving: (tx: Db, userId: string) => Promise<boolean> }
type Looking = {
  readonly now: Date
  /** The older an order, the less often it is asked for: after a quarter of its age, within these bounds. */
  readonly firstMs: number
  readonly longestMs: number
  /** Orders of one user at most, and of all. */
  readonly ofUser: number
  readonly limit: number
  readonly without: Iterable<string>
}
type Change = Partial<Omit<typeof apexOrders.$inferInsert, 'userId' | 'clientId' | 'hash' | 'intent' | 'preparedAt'>>

const isIt = ({ userId, clientId }: Named) => and(eq(apexOrders.userId, userId), eq(apexOrders.clientId, clientId))
/** What may still change. */
const isOpen = and(inArray(apexOrders.state, ['signed', 'sent', 'unknown', 'accepted']), isNull(apexOrders.endedAt))

const longestAgo = [sql`${apexOrders.askedAt} nulls first`, asc(apexOrders.preparedAt)] as const

/** What may trade still: what has ended at ApeX and is not settled yet can change, and trades no more. */
const mayBeOnBook = and(isOpen, sql`coalesce(${apexOrders.told}->>'status', '') not in ('filled', 'canceled', 'expired')`)

const reading = (db: Db) => ({
  find: async (named: Named): Promise<LiveOrderRow | undefined> => (await db.select().from(apexOrders).where(isIt(named)))[0],
  /** The newest, and all that may be on the book, however old; newest first. */
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
  /** How many may be on the book of this account at ApeX. */
  countOnBook: async (userId: string, account: string): Promise<number> => {
    const isIts = and(eq(apexOrders.userId, userId), eq(apexOrders.account, account), mayBeOnBook)
    return (await db.select({ n: count() }).from(apexOrders).where(isIts))[0]?.n ?? 0
  },
  countSince: async (userId: string, since: Date): Promise<number> => {
    const isNew = and(eq(apexOrders.userId, userId), gte(apexOrders.preparedAt, since))
    return (await db.select({ n: count() }).from(apexOrders).where(isNew))[0]?.n ?? 0
  },
  /** Of one user, whatever may still change; those first that were asked about longest ago. */
  open: (userId: string, limit: number): Promise<LiveOrderRow[]> =>
    db
      .select()
      .from(apexOrders)
      .where(and(isOpen, eq(apexOrders.userId, userId)))
      .orderBy(...longestAgo)
      .limit(limit),
  /** What is to be asked about now, of all users but some: one order of each first, so that nobody waits for the many of another. */
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
  /** @returns undefined where the client id was used already */
  insert: async (row: typeof apexOrders.$inferInsert): Promise<LiveOrderRow | undefined> =>
    (await db.insert(apexOrders).values(row).onConflictDoNothing().returning())[0],
  /** Changes an order that is in one of these states. @returns undefined where it is not: somebody else was first */
  advance: async (named: Named, from: readonly LiveState[], change: Change): Promise<LiveOrderRow | undefined> => {
    const isFrom = and(isIt(named), inArray(apexOrders.state, [...from]))
    return (await db.update(apexOrders).set(change).where(isFrom).returning())[0]
  },
  /**
   * From `prepared` to `signed`, one after the other with a deletion of the account that begins: what it did not see is not sent.
   *
   * @returns undefined where somebody else was first
   */
  sign: ({ userId, clientId }: Named, { askedAt, isLeaving }: Signing): Promise<LiveOrderRow | 'leaving' | undefined> =>
    lockingUser(db, userId, async (tx) => {
      if (await isLeaving(tx, userId)) return 'leaving'
      return await writing(tx).advance({ userId, clientId }, ['prepared'], { state: 'signed', askedAt })
    }),
  /**
   * Takes what ApeX told of an order, unless something newer is stored: tellings come twice, late and out of order. One that was sent and
   * called refused is taken back: ApeX has it.
   *
   * @returns undefined where it was not taken
   */
  learn: async (named: Named, told: ApexOrder, change: Change): Promise<LiveOrderRow | undefined> => {
    const isNewer = sql`coalesce((${apexOrders.told}->>'updatedAt')::bigint, 0) <= ${told.updatedAt ?? 0}::bigint`
    // Of two tellings of one instant, or without one: an end is never taken back.
    const isEnd = ENDED.has(told.status)
    const staysEnded = isEnd ? undefined : sql`coalesce(${apexOrders.told}->>'status', '') not in ('filled', 'canceled', 'expired')`
    const wasSent = or(
      inArray(apexOrders.state, ['sent', 'unknown', 'accepted']),
      and(eq(apexOrders.state, 'refused'), isNotNull(apexOrders.sentAt)),
    )
    const taken = await db
      .update(apexOrders)
      .set({ ...change, told })
      .where(and(isIt(named), wasSent, isNewer, staysEnded))
      .returning()
    return taken[0]
  },
  /** Nobody can ask about a user's orders: all say so, and none is due before the others of other users. */
  cannotFollow: async (userId: string, { reason, at }: { readonly reason: string; readonly at: Date }): Promise<void> => {
    const state = sql`case when ${apexOrders.state} = 'sent' then 'unknown' else ${apexOrders.state} end`
    await db
      .update(apexOrders)
      .set({ state, reason, askedAt: at })
      .where(and(isOpen, eq(apexOrders.userId, userId), inArray(apexOrders.state, ['sent', 'unknown', 'accepted'])))
  },
  /** Beside the state: where the twin is. */
  setTwin: async (named: Named, twin: NonNullable<LiveOrderRow['twin']>): Promise<void> => {
    await db.update(apexOrders).set({ twin }).where(isIt(named))
  },
  /** Takes the right to ask about an order now, unless somebody has asked since it was read. */
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

/** Live orders, each by its user and client id. */
export const liveOrderRepository = (db: Db) => ({ ...reading(db), ...writing(db) })

/** Queries of live orders. */
export type LiveOrderRepository = ReturnType<typeof liveOrderRepository>
