import { createHash } from 'node:crypto'
import { eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { deliveryValues, telegramChats, telegramLinks } from '../../../platform/db/schema/deliveries.ts'

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()
const OFFSET = 'telegram offset'

export const telegramRepository = (db: Db) => ({
  chat: async (userId: string) => (await db.select().from(telegramChats).where(eq(telegramChats.userId, userId)))[0],
  unlink: async (userId: string): Promise<void> => {
    await db.delete(telegramChats).where(eq(telegramChats.userId, userId))
    await db.delete(telegramLinks).where(eq(telegramLinks.userId, userId))
  },
  block: async (userId: string, problem: string): Promise<void> => {
    await db.update(telegramChats).set({ problem }).where(eq(telegramChats.userId, userId))
  },
  addLink: async (userId: string, code: string, expiresAt: Date): Promise<void> => {
    await db.delete(telegramLinks).where(eq(telegramLinks.userId, userId))
    await db.insert(telegramLinks).values({ hash: hashOf(code), userId, expiresAt })
  },
  dropExpired: async (now: Date): Promise<void> => {
    await db.delete(telegramLinks).where(lte(telegramLinks.expiresAt, now))
  },
  /** Single use per code. @returns the user; undefined for an invalid or expired code */
  link: (code: string, chat: { readonly chatId: number; readonly name: string }, now: Date): Promise<string | undefined> =>
    db.transaction(async (tx) => {
      const [found] = await tx
        .delete(telegramLinks)
        .where(eq(telegramLinks.hash, hashOf(code)))
        .returning()
      if (found === undefined || found.expiresAt <= now) return undefined
      const row = { ...chat, linkedAt: now, problem: null }
      await tx
        .insert(telegramChats)
        .values({ userId: found.userId, ...row })
        .onConflictDoUpdate({ target: telegramChats.userId, set: row })
      return found.userId
    }),
  offset: async (): Promise<number> =>
    Number((await db.select().from(deliveryValues).where(eq(deliveryValues.name, OFFSET)))[0]?.value.toString() ?? 0),
  keepOffset: async (offset: number): Promise<void> => {
    const value = Buffer.from(String(offset))
    await db
      .insert(deliveryValues)
      .values({ name: OFFSET, value })
      .onConflictDoUpdate({ target: deliveryValues.name, set: { value: sql`excluded.value` } })
  },
})
export type TelegramRepository = ReturnType<typeof telegramRepository>
