import { and, count, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { otpSecrets, recoveryCodes } from '../../../platform/db/schema/account-security.ts'

type OtpRow = typeof otpSecrets.$inferSelect

export const otpRepository = (db: Db) => ({
  find: async (userId: string): Promise<OtpRow | undefined> => (await db.select().from(otpSecrets).where(eq(otpSecrets.userId, userId)))[0],

  /** @returns false if one is already confirmed */
  insertWaiting: async (userId: string, sealed: Buffer, at: Date): Promise<boolean> => {
    const row = { sealed, createdAt: at }
    const kept = await db
      .insert(otpSecrets)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: otpSecrets.userId, set: row, setWhere: isNull(otpSecrets.confirmedAt) })
      .returning({ userId: otpSecrets.userId })
    return kept.length === 1
  },

  confirm: async (userId: string, lastCounter: number, at: Date): Promise<void> => {
    await db.update(otpSecrets).set({ confirmedAt: at, lastCounter }).where(eq(otpSecrets.userId, userId))
  },

  /** Consumes a time step and all earlier ones, atomically. @returns false if already used */
  useCounter: async (userId: string, counter: number): Promise<boolean> => {
    const used = await db
      .update(otpSecrets)
      .set({ lastCounter: counter })
      .where(and(eq(otpSecrets.userId, userId), isNotNull(otpSecrets.confirmedAt), lt(otpSecrets.lastCounter, counter)))
      .returning({ userId: otpSecrets.userId })
    return used.length === 1
  },

  remove: async (userId: string): Promise<boolean> => {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    const removed = await db.delete(otpSecrets).where(eq(otpSecrets.userId, userId)).returning({ at: otpSecrets.confirmedAt })
    return removed.some(({ at }) => at !== null)
  },

  replaceRecoveryCodes: async (userId: string, hashes: readonly Buffer[], at: Date): Promise<void> => {
    await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    await db.insert(recoveryCodes).values(hashes.map((hash) => ({ hash, userId, createdAt: at })))
  },

  /** Consumes a code, atomically. @returns false if there is no such code */
  useRecoveryCode: async (userId: string, hash: Buffer): Promise<boolean> => {
    const used = await db
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash)))
      .returning({ hash: recoveryCodes.hash })
    return used.length === 1
  },

  recoveryCodesLeft: async (userId: string): Promise<number> =>
    (await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)))[0]?.left ?? 0,
})
