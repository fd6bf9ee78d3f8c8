import { MINUTE_MS } from '@aerie/core/time'
import { CODE_MINUTES, CODE_TRIES } from '@aerie/wire/account/account-forms'
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/client.ts'
import { type CODE_PURPOSES, oneTimeCodes } from '../../../platform/db/schema/accounts.ts'
import { LIMITS, type Limits } from '../entitlement/limits.ts'
import { codeHash, drawCode, isSameHash } from '../secrets.ts'

export type CodePurpose = (typeof CODE_PURPOSES)[number]
type CodeRow = typeof oneTimeCodes.$inferSelect
export type SignupDraft = { readonly passwordHash: string; readonly firstName: string; readonly lastName: string }
export type IssuedCode = { readonly code: string; readonly expiresAt: Date }

type CodeKey = { readonly userId: string; readonly purpose: CodePurpose; readonly at: Date }
type Origin = SignupDraft & { readonly browserHash: Buffer }

/** One-time codes. The caller must lock the user's row, so that concurrent attempts with one code succeed only once. */
export const codeRepository = (db: Db, key: Uint8Array) => ({
  issue: async ({
    userId,
    purpose,
    at,
    code = drawCode(),
    ...origin
  }: CodeKey & { code?: string } & Partial<Origin>): Promise<IssuedCode> => {
    const expiresAt = new Date(at.getTime() + CODE_MINUTES * MINUTE_MS)
    // A reset opens an existing account, so only the newest code is valid. Each sign-up code opens its own draft.
    if (purpose === 'reset') await db.delete(oneTimeCodes).where(ofUser(userId, purpose))
    await db
      .insert(oneTimeCodes)
      .values({ userId, purpose, hash: codeHash(key, { userId, purpose, code }), ...origin, createdAt: at, expiresAt })
    return { code, expiresAt }
  },

  /** Consumes all codes of the purpose. A wrong code costs each active one an attempt. */
  consume: async ({ userId, purpose, at, code }: CodeKey & { code: string }): Promise<CodeRow | undefined> => {
    const live = await db
      .select()
      .from(oneTimeCodes)
      .where(and(ofUser(userId, purpose), gt(oneTimeCodes.expiresAt, at), lt(oneTimeCodes.tries, CODE_TRIES)))
      .orderBy(desc(oneTimeCodes.id))
    const given = codeHash(key, { userId, purpose, code })
    // Always compares all of them (constant time).
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

  findDraft: async ({ userId, at, browserHash }: Omit<CodeKey, 'purpose'> & { browserHash: Buffer }): Promise<SignupDraft | undefined> => {
    const own = and(ofUser(userId, 'verify'), gt(oneTimeCodes.expiresAt, at), eq(oneTimeCodes.browserHash, browserHash))
    return draftOf((await db.select().from(oneTimeCodes).where(own).orderBy(desc(oneTimeCodes.id)))[0])
  },

  deleteAll: async (userId: string): Promise<void> => {
    await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
  },
})

export function draftOf(row: CodeRow | undefined): SignupDraft | undefined {
  if (row === undefined || row.passwordHash === null || row.firstName === null || row.lastName === null) return undefined
  return { passwordHash: row.passwordHash, firstName: row.firstName, lastName: row.lastName }
}

const ofUser = (userId: string, purpose: CodePurpose) => and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose))

/** Counted before the check, so that concurrent attempts cannot bypass the limit. @returns refund function for a correct code */
export async function requireCodeTry(limits: Limits, email: string, address: string): Promise<() => Promise<void>> {
  const uses = [
    [LIMITS.codePair, `${email} ${address}`],
    [LIMITS.codeAddress, address],
    [LIMITS.codeAccount, email],
  ] as const
  await limits.demand(...uses)
  return () => limits.giveBack(...uses)
}
