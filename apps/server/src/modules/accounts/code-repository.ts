import { MINUTE_MS } from '@aerie/core/time'
import { CODE_MINUTES, CODE_TRIES } from '@aerie/wire/accounts'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type CODE_PURPOSES, oneTimeCodes } from '../../db/schema/accounts.ts'
import { codeHash, drawCode, isSameHash } from './secrets.ts'

export type CodePurpose = (typeof CODE_PURPOSES)[number]
type CodeRow = typeof oneTimeCodes.$inferSelect
/** What a sign-up wants the account to be, kept with the code that was mailed for it. */
export type SignupDraft = { readonly passwordHash: string; readonly firstName: string; readonly lastName: string }
export type IssuedCode = { readonly code: string; readonly expiresAt: Date }

type Of = { readonly userId: string; readonly purpose: CodePurpose; readonly at: Date }

/** One-time codes. The caller holds the user's row, so that of many tries with one code exactly one is right. */
export const codeRepository = (db: Db, key: Uint8Array) => ({
  /** @returns the new code, in plain for its mail; nobody reads it again */
  issue: async ({ userId, purpose, at, draft }: Of & { draft?: SignupDraft }): Promise<IssuedCode> => {
    const code = drawCode()
    const expiresAt = new Date(at.getTime() + CODE_MINUTES * MINUTE_MS)
    // A reset opens an existing account: only the newest code does. Sign-up codes each open their own draft.
    if (purpose === 'reset') await db.delete(oneTimeCodes).where(ofUser(userId, purpose))
    await db
      .insert(oneTimeCodes)
      .values({ userId, purpose, hash: codeHash(key, { userId, purpose, code }), ...draft, createdAt: at, expiresAt })
    return { code, expiresAt }
  },

  /**
   * Uses a code up: with it go all others of the purpose. A wrong one costs each live code one of its tries.
   *
   * @returns its row, or undefined when it is wrong, used, expired or out of tries
   */
  consume: async ({ userId, purpose, at, code }: Of & { code: string }): Promise<CodeRow | undefined> => {
    const live = await db
      .select()
      .from(oneTimeCodes)
      .where(and(ofUser(userId, purpose), gt(oneTimeCodes.expiresAt, at), lt(oneTimeCodes.tries, CODE_TRIES)))
      .orderBy(desc(oneTimeCodes.id))
    const given = codeHash(key, { userId, purpose, code })
    // Every one is compared, found or not.
    const [right] = live.filter(({ hash }) => isSameHash(hash, given))
    if (right === undefined) {
      const ids = live.map(({ id }) => id)
      await db
        .update(oneTimeCodes)
        .set({ tries: sql`${oneTimeCodes.tries} + 1` })
        .where(inArray(oneTimeCodes.id, ids))
      return undefined
    }
    await db.delete(oneTimeCodes).where(ofUser(userId, purpose))
    return right
  },

  deleteAll: async (userId: string): Promise<void> => {
    await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
  },
})

/** The sign-up that a code was mailed for; undefined where it was mailed for something else. */
export function draftOf(row: CodeRow | undefined): SignupDraft | undefined {
  if (row === undefined || row.passwordHash === null || row.firstName === null || row.lastName === null) return undefined
  return { passwordHash: row.passwordHash, firstName: row.firstName, lastName: row.lastName }
}

const ofUser = (userId: string, purpose: CodePurpose) => and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose))
