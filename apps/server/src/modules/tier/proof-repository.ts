import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { users, wallets } from '../../db/schema/accounts.ts'
import { tierProofs } from '../../db/schema/wallets.ts'

export type TierProof = typeof tierProofs.$inferSelect
/** Where a proof must be from to stand: this contract on this chain; any contract while the chain's are not known yet. */
export type ProofContract = Pick<TierProof, 'chainId'> & { readonly contract: string | undefined }

const isOf = ({ chainId, contract }: ProofContract) =>
  and(eq(tierProofs.chainId, chainId), contract === undefined ? undefined : eq(tierProofs.contract, contract))

/** The last reading of each wallet that was read. */
export const proofRepository = (db: Db) => ({
  find: async (wallet: string, place: ProofContract): Promise<TierProof | undefined> =>
    (
      await db
        .select()
        .from(tierProofs)
        .where(and(eq(tierProofs.wallet, wallet), isOf(place)))
    )[0],

  save: async (proof: TierProof): Promise<void> => {
    await db.insert(tierProofs).values(proof).onConflictDoUpdate({ target: tierProofs.wallet, set: proof })
  },

  /** Users whose main wallet was never read, or not since a moment; who waits longest first. */
  usersUnreadSince: async (since: Date, place: ProofContract, limit: number): Promise<string[]> => {
    const rows = await db
      .select({ userId: wallets.userId })
      .from(wallets)
      .leftJoin(tierProofs, and(eq(tierProofs.wallet, wallets.address), isOf(place)))
      .where(and(wallets.isMain, or(isNull(tierProofs.wallet), lt(tierProofs.provenAt, since))))
      .orderBy(sql`${tierProofs.provenAt} nulls first`)
      .limit(limit)
    return rows.map(({ userId }) => userId)
  },

  /** Users who have something of a reading that no longer stands. */
  usersWithoutProofSince: async (since: Date, place: ProofContract): Promise<string[]> => {
    const rows = await db
      .select({ id: users.id })
      .from(users)
      .leftJoin(wallets, and(eq(wallets.userId, users.id), wallets.isMain))
      .leftJoin(tierProofs, and(eq(tierProofs.wallet, wallets.address), isOf(place), gt(tierProofs.provenAt, since)))
      .where(and(or(users.goldTierHolder, ne(users.vestedAmount, '0')), isNull(tierProofs.wallet)))
    return rows.map(({ id }) => id)
  },
})
