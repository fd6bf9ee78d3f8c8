import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { accountExports } from '../../../platform/db/schema/account-access.ts'

export type ExportRow = typeof accountExports.$inferSelect
type Held = { readonly id: string; readonly holder: string }

const { id, userId, state, holder, leaseUntil, linkHash, expiresAt, createdAt } = accountExports
const heldBy = (held: Held) => and(eq(id, held.id), eq(holder, held.holder), eq(state, 'running'))

/** A writer that does not renew its lease within a minute is considered dead. */
const LEASE_END = sql`now() + interval '1 minute'`

export const exportRepository = (db: Db) => ({
  find: async (which: string): Promise<ExportRow | undefined> => (await db.select().from(accountExports).where(eq(id, which)))[0],

  findActive: async (owner: string): Promise<ExportRow | undefined> =>
    (
      await db
        .select()
        .from(accountExports)
        .where(and(eq(userId, owner), inArray(state, ['waiting', 'running'])))
    )[0],

  findNewest: async (owner: string, at: Date): Promise<ExportRow | undefined> =>
    (
      await db
        .select()
        .from(accountExports)
        .where(and(eq(userId, owner), ne(state, 'failed'), or(isNull(expiresAt), gt(expiresAt, at))))
        .orderBy(desc(createdAt))
        .limit(1)
    )[0],

  insert: async (row: Pick<ExportRow, 'id' | 'userId' | 'createdAt'>): Promise<void> => {
    await db.insert(accountExports).values({ ...row, state: 'waiting' })
  },

  /** By the database's clock. */
  claim: async (by: string): Promise<ExportRow | undefined> => {
    const due = db
      .select({ id })
      .from(accountExports)
      .where(or(eq(state, 'waiting'), and(eq(state, 'running'), lte(leaseUntil, sql`now()`))))
      .orderBy(asc(createdAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const taken = await db
      .update(accountExports)
      .set({ state: 'running', holder: by, leaseUntil: LEASE_END, partsDone: 0 })
      .where(inArray(id, due))
      .returning()
    return taken[0]
  },

  /** Renews the lease. @returns whether the caller still holds the export */
  report: async (held: Held, partsDone: number): Promise<boolean> =>
    (await db.update(accountExports).set({ partsDone, leaseUntil: LEASE_END }).where(heldBy(held)).returning({ id })).length > 0,

  /** @returns whether the caller still holds the export */
  update: async (held: Held, changes: Partial<Omit<ExportRow, 'id' | 'userId'>>): Promise<boolean> =>
    (await db.update(accountExports).set(changes).where(heldBy(held)).returning({ id })).length > 0,

  setLink: async (which: string, hash: Buffer): Promise<void> => {
    await db.update(accountExports).set({ linkHash: hash }).where(eq(id, which))
  },

  /** Consumes a one-time link atomically. */
  takeLink: async (which: string, hash: Buffer): Promise<ExportRow | undefined> =>
    (
      await db
        .update(accountExports)
        .set({ linkHash: null })
        .where(and(eq(id, which), eq(linkHash, hash), eq(state, 'ready')))
        .returning()
    )[0],

  deleteExpired: async (at: Date): Promise<void> => {
    await db.delete(accountExports).where(lte(expiresAt, at))
  },

  all: (): Promise<ExportRow[]> => db.select().from(accountExports),
})
