import { and, count, desc, eq, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/client.ts'
import { alertFirings, alertSettings, alerts } from '../../platform/db/schema/alerts.ts'
import type { StoredAlert, StoredFiring } from './alert-rows.ts'

type Page = { readonly userId: string; readonly before: number | undefined; readonly limit: number }
export type AlertsPage = Page & { readonly state?: StoredAlert['state'] | undefined; readonly symbol?: string | undefined }
export type FiringsPage = Page & { readonly alertId?: string | undefined; readonly symbol?: string | undefined }

/** Firings are written by firing-store.ts only. */
export const alertRepository = (db: Db) => ({ ...alertQueries(db), ...firingQueries(db), ...settingQueries(db) })
export type AlertRepository = ReturnType<typeof alertRepository>

const one = (userId: string, id: string) => and(eq(alerts.userId, userId), eq(alerts.id, id))
const COUNTED: StoredAlert['state'][] = ['active', 'paused']

const alertQueries = (db: Db) => ({
  insert: (rows: (typeof alerts.$inferInsert)[]): Promise<StoredAlert[]> => db.insert(alerts).values(rows).returning(),
  find: async (userId: string, id: string): Promise<StoredAlert | undefined> => (await db.select().from(alerts).where(one(userId, id)))[0],
  findByKey: async (userId: string, requestKey: string): Promise<StoredAlert | undefined> =>
    (
      await db
        .select()
        .from(alerts)
        .where(and(eq(alerts.userId, userId), eq(alerts.requestKey, requestKey)))
    )[0],
  update: async (userId: string, id: string, change: Partial<typeof alerts.$inferInsert>): Promise<StoredAlert | undefined> =>
    (
      await db
        .update(alerts)
        .set({ ...change, version: sql`${alerts.version} + 1` })
        .where(one(userId, id))
        .returning()
    )[0],
  remove: async (userId: string, id: string): Promise<boolean> => (await db.delete(alerts).where(one(userId, id))).rowCount === 1,
  counts: async (userId: string): Promise<{ all: number; active: number }> => {
    const isActive = sql<number>`count(*) filter (where ${inArray(alerts.state, COUNTED)})::int`
    const [row] = await db.select({ all: count(), active: isActive }).from(alerts).where(eq(alerts.userId, userId))
    return row ?? { all: 0, active: 0 }
  },
  page: ({ userId, before, limit, state, symbol }: AlertsPage): Promise<StoredAlert[]> =>
    db
      .select()
      .from(alerts)
      .where(
        and(
          eq(alerts.userId, userId),
          before === undefined ? undefined : lt(alerts.number, before),
          state && eq(alerts.state, state),
          symbol === undefined ? undefined : eq(alerts.symbol, symbol),
        ),
      )
      .orderBy(desc(alerts.number))
      .limit(limit),
  allOf: (userId: string): Promise<StoredAlert[]> => db.select().from(alerts).where(eq(alerts.userId, userId)).orderBy(desc(alerts.number)),
  kindsOf: async (userId: string): Promise<string[]> =>
    (await db.selectDistinct({ kind: alerts.kind }).from(alerts).where(eq(alerts.userId, userId))).map(({ kind }) => kind),
  allActive: (): Promise<StoredAlert[]> => db.select().from(alerts).where(eq(alerts.state, 'active')),
})

const firingQueries = (db: Db) => ({
  firings: ({ userId, before, limit, alertId, symbol }: FiringsPage): Promise<StoredFiring[]> =>
    db
      .select()
      .from(alertFirings)
      .where(
        and(
          eq(alertFirings.userId, userId),
          before === undefined ? undefined : lt(alertFirings.seq, before),
          alertId === undefined ? undefined : eq(alertFirings.alertId, alertId),
          symbol === undefined ? undefined : sql`${alertFirings.terms}->>'symbol' = ${symbol}`,
        ),
      )
      .orderBy(desc(alertFirings.seq))
      .limit(limit),
  unread: async (userId: string): Promise<number> => {
    const isUnread = and(eq(alertFirings.userId, userId), isNull(alertFirings.readAt))
    return (await db.select({ n: count() }).from(alertFirings).where(isUnread))[0]?.n ?? 0
  },
  read: async (userId: string, which: { readonly ids: string[] } | { readonly up_to: number }, at: Date): Promise<void> => {
    const isIt = 'ids' in which ? inArray(alertFirings.id, which.ids) : lte(alertFirings.seq, which.up_to)
    await db
      .update(alertFirings)
      .set({ readAt: at })
      .where(and(eq(alertFirings.userId, userId), isNull(alertFirings.readAt), isIt))
  },
})

const settingQueries = (db: Db) => ({
  isPaused: async (userId: string): Promise<boolean> =>
    (await db.select({ isPaused: alertSettings.isPaused }).from(alertSettings).where(eq(alertSettings.userId, userId)))[0]?.isPaused ??
    false,
  pausedUsers: async (): Promise<string[]> =>
    (await db.select({ userId: alertSettings.userId }).from(alertSettings).where(eq(alertSettings.isPaused, true))).map(
      ({ userId }) => userId,
    ),
  pause: async (userId: string, isPaused: boolean): Promise<void> => {
    await db.insert(alertSettings).values({ userId, isPaused }).onConflictDoUpdate({ target: alertSettings.userId, set: { isPaused } })
  },
})
