import type { ApexOrder } from '@aerie/apex/replies'
import { and, asc, count, desc, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { apexOrders } from '../../db/schema/apex.ts'

/** A live order as it is stored. */
export type LiveOrderRow = typeof apexOrders.$inferSelect
/** State of a live order here. */
export type LiveState = LiveOrderRow['state']
type Named = { readonly userId: string; readonly clientId: string }
type Change = Partial<Omit<typeof apexOrders.$inferInsert, 'userId' | 'clientId' | 'hash' | 'intent' | 'preparedAt'>>

const isIt = ({ userId, clientId }: Named) => and(eq(apexOrders.userId, userId), eq(apexOrders.clientId, clientId))
/** What may still change. */
const isOpen = and(inArray(apexOrders.state, ['signed', 'sent', 'unknown', 'accepted']), isNull(apexOrders.endedAt))

/** Live orders, each by its user and client id. */
export const liveOrderRepository = (db: Db) => ({
  find: async (named: Named): Promise<LiveOrderRow | undefined> => (await db.select().from(apexOrders).where(isIt(named)))[0],
  /** Newest first. */
  newest: (userId: string, limit: number): Promise<LiveOrderRow[]> =>
    db.select().from(apexOrders).where(eq(apexOrders.userId, userId)).orderBy(desc(apexOrders.preparedAt)).limit(limit),
  countSince: async (userId: string, since: Date): Promise<number> => {
    const isNew = and(eq(apexOrders.userId, userId), gte(apexOrders.preparedAt, since))
    return (await db.select({ n: count() }).from(apexOrders).where(isNew))[0]?.n ?? 0
  },
  /** @returns undefined where the client id was used already */
  insert: async (row: typeof apexOrders.$inferInsert): Promise<LiveOrderRow | undefined> =>
    (await db.insert(apexOrders).values(row).onConflictDoNothing().returning())[0],
  /** Changes an order that is in one of these states. @returns undefined where it is not: somebody else was first */
  advance: async (named: Named, from: readonly LiveState[], change: Change): Promise<LiveOrderRow | undefined> => {
    const isFrom = and(isIt(named), inArray(apexOrders.state, [...from]))
    return (await db.update(apexOrders).set(change).where(isFrom).returning())[0]
  },
  /** Takes what ApeX told of an order, unless something newer is stored: tellings come twice, late and out of order. */
  learn: async (named: Named, told: ApexOrder, change: Change): Promise<void> => {
    const isNewer = sql`coalesce((${apexOrders.told}->>'updatedAt')::bigint, 0) <= ${told.updatedAt ?? 0}::bigint`
    const isTaken = inArray(apexOrders.state, ['sent', 'unknown', 'accepted'])
    await db
      .update(apexOrders)
      .set({ ...change, told })
      .where(and(isIt(named), isTaken, isNewer))
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
  /** Of all users or of one, whatever may still change; those first that were asked about longest ago. */
  open: (limit: number, userId?: string): Promise<LiveOrderRow[]> =>
    db
      .select()
      .from(apexOrders)
      .where(userId === undefined ? isOpen : and(isOpen, eq(apexOrders.userId, userId)))
      .orderBy(sql`${apexOrders.askedAt} nulls first`, asc(apexOrders.preparedAt))
      .limit(limit),
})

/** Queries of live orders. */
export type LiveOrderRepository = ReturnType<typeof liveOrderRepository>
