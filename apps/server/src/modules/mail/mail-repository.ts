import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { mailOutbox } from '../../db/schema/mail.ts'

export type QueuedMail = typeof mailOutbox.$inferSelect

export const mailRepository = (db: Db) => ({
  insert: async (row: typeof mailOutbox.$inferInsert) => {
    await db.insert(mailOutbox).values(row)
  },
  /** Takes mails that are due until `leaseEnd`: if this process dies meanwhile, they are due again then. */
  claim: (now: Date, leaseEnd: Date, limit: number): Promise<QueuedMail[]> => {
    const due = db
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(lte(mailOutbox.nextAttemptAt, now))
      .orderBy(asc(mailOutbox.nextAttemptAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    return db
      .update(mailOutbox)
      .set({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: leaseEnd })
      .where(inArray(mailOutbox.id, due))
      .returning()
  },
  delete: async (id: number) => {
    await db.delete(mailOutbox).where(eq(mailOutbox.id, id))
  },
  postpone: async ({ id, attempts }: Pick<QueuedMail, 'id' | 'attempts'>, until: Date) => {
    await db
      .update(mailOutbox)
      .set({ nextAttemptAt: until })
      .where(and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts)))
  },
})
