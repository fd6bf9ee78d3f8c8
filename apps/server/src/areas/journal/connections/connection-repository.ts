import { and, asc, eq, inArray, isNotNull, lte, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { journalConnections, journalImports, journalTrips, type StoredCursor } from '../../../platform/db/schema/journal.ts'

export type ConnectionRow = typeof journalConnections.$inferSelect
/** With the counts of its import. */
export type CountedConnection = { readonly connection: ConnectionRow; readonly entries: number; readonly trips: number }

const counted = {
  connection: journalConnections,
  entries: sql<number>`coalesce((${journalImports.body}->>'entries')::int, 0)`,
  trips: sql<number>`coalesce((${journalImports.body}->>'trips')::int, 0)`,
}

export const connectionRepository = (db: Db) => {
  const ofUser = (userId: string) => eq(journalConnections.userId, userId)
  const withCounts = () =>
    db.select(counted).from(journalConnections).innerJoin(journalImports, eq(journalImports.id, journalConnections.importId))
  return {
    insert: async (row: typeof journalConnections.$inferInsert): Promise<void> => void (await db.insert(journalConnections).values(row)),
    find: async (userId: string, id: string): Promise<CountedConnection | undefined> =>
      (await withCounts().where(and(ofUser(userId), eq(journalConnections.id, id))))[0],
    list: (userId: string): Promise<CountedConnection[]> =>
      withCounts().where(ofUser(userId)).orderBy(asc(journalConnections.createdAt), asc(journalConnections.id)),
    /** Whether a connection fills this import. */
    fills: async (importId: string): Promise<boolean> =>
      (await db.$count(journalConnections, eq(journalConnections.importId, importId))) > 0,
    change: async (id: string, change: Partial<typeof journalConnections.$inferInsert>): Promise<void> =>
      void (await db.update(journalConnections).set(change).where(eq(journalConnections.id, id))),
    remove: async (userId: string, id: string): Promise<boolean> =>
      (await db.delete(journalConnections).where(and(ofUser(userId), eq(journalConnections.id, id)))).rowCount === 1,
    /** Reads everything again. */
    rewind: async (userId: string): Promise<void> =>
      void (await db
        .update(journalConnections)
        .set({ cursors: {}, reading: sql`${journalConnections.reading} + 1`, dueAt: sql`least(${journalConnections.dueAt}, now())` })
        .where(ofUser(userId))),
    due: (now: Date, { except, limit }: { readonly except: readonly string[]; readonly limit: number }): Promise<ConnectionRow[]> =>
      db
        .select()
        .from(journalConnections)
        .where(
          and(
            lte(journalConnections.dueAt, now),
            ne(journalConnections.state, 'key_rejected'),
            or(isNotNull(journalConnections.sealed), isNotNull(journalConnections.address)),
            notInArray(journalConnections.id, [...except]),
          ),
        )
        .orderBy(asc(journalConnections.dueAt))
        .limit(limit),
    /** Markets of the user's imported trips at these venues. */
    symbolsAt: (userId: string, venues: readonly string[]): Promise<{ readonly origin: string; readonly symbol: string }[]> =>
      db
        .selectDistinct({ origin: journalTrips.origin, symbol: journalTrips.symbol })
        .from(journalTrips)
        .where(and(eq(journalTrips.userId, userId), inArray(journalTrips.origin, [...venues]), sql`${journalTrips.accountId} is null`)),
    /** @returns false if the connection was removed, or must read everything again */
    advance: async ({ id, reading }: Pick<ConnectionRow, 'id' | 'reading'>, { part, cursor, ...change }: Advance): Promise<boolean> => {
      const { rowCount } = await db
        .update(journalConnections)
        .set({ ...change, cursors: sql`${journalConnections.cursors} || ${JSON.stringify({ [part]: cursor })}::jsonb` })
        .where(and(eq(journalConnections.id, id), eq(journalConnections.reading, reading)))
      return rowCount === 1
    },
    /** Changes the state of this reading; nothing happens if another has begun. */
    settle: async (
      { id, reading }: Pick<ConnectionRow, 'id' | 'reading'>,
      change: Partial<typeof journalConnections.$inferInsert>,
    ): Promise<void> =>
      void (await db
        .update(journalConnections)
        .set(change)
        .where(and(eq(journalConnections.id, id), eq(journalConnections.reading, reading)))),
  }
}

type Advance = {
  readonly part: string
  readonly cursor: StoredCursor
  readonly progressDone: number
  readonly progressTotal: number
}
