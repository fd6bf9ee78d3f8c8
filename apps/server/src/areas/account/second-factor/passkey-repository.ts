import { and, count, desc, eq, gt, lt, lte } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { type CHALLENGE_PURPOSES, passkeyChallenges, passkeys } from '../../../platform/db/schema/account-security.ts'
import { tokenHash } from '../secrets.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
/** Purpose and holder of a challenge: a session, or the nonce of a browser that logs in. */
export type ChallengeKey = { readonly purpose: (typeof CHALLENGE_PURPOSES)[number]; readonly holder: string }
type Challenge = ChallengeKey & { readonly challenge: string }

export const passkeyRepository = (db: Db) => ({
  list: (userId: string): Promise<PasskeyRow[]> =>
    db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt)),

  countOf: async (userId: string): Promise<number> =>
    (await db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId)))[0]?.n ?? 0,

  findByCredential: async (credentialId: string): Promise<PasskeyRow | undefined> =>
    (await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)))[0],

  insert: async (row: PasskeyRow): Promise<boolean> => {
    const added = await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })
    return added.length === 1
  },

  /** Stores the new counter. @returns false if it did not increase although the authenticator counts: possibly a cloned key */
  use: async (id: string, counter: number, at: Date): Promise<boolean> => {
    const risen = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
    const used = await db
      .update(passkeys)
      .set({ counter, lastUsedAt: at })
      .where(and(eq(passkeys.id, id), risen))
      .returning({ id: passkeys.id })
    return used.length === 1
  },

  remove: async (userId: string, id: string): Promise<boolean> => {
    const removed = await db
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id })
    return removed.length === 1
  },

  removeAllOf: async (userId: string): Promise<number> =>
    (await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })).length,

  keepChallenge: async ({ purpose, holder, challenge }: Challenge, expiresAt: Date): Promise<void> => {
    await db.insert(passkeyChallenges).values({ hash: tokenHash(challenge), purpose, holderHash: tokenHash(holder), expiresAt })
  },

  takeChallenge: async ({ purpose, holder, challenge }: Challenge, at: Date): Promise<boolean> => {
    const taken = await db
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.hash, tokenHash(challenge)),
          eq(passkeyChallenges.purpose, purpose),
          eq(passkeyChallenges.holderHash, tokenHash(holder)),
          gt(passkeyChallenges.expiresAt, at),
        ),
      )
      .returning({ hash: passkeyChallenges.hash })
    return taken.length === 1
  },

  sweepChallenges: async (at: Date): Promise<void> => {
    await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, at))
  },
})
