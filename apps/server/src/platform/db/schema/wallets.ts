import { index, numeric, pgTable, text } from 'drizzle-orm/pg-core'
import { userId, wallets } from './accounts.ts'
import { instant, number } from './columns.ts'

const baseUnits = (name: string) => numeric(name, { precision: 78, scale: 0 }).notNull()

export const walletChallenges = pgTable(
  'wallet_challenges',
  {
    nonce: text('nonce').primaryKey(),
    userId: userId(),
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('wallet_challenges_user_idx').on(table.userId), index('wallet_challenges_expires_idx').on(table.expiresAt)],
)

/** Latest holdings of a wallet, per contract and chain. Deleted with the link. */
export const tierProofs = pgTable(
  'tier_proofs',
  {
    wallet: text('wallet')
      .primaryKey()
      .references(() => wallets.address, { onDelete: 'cascade' }),
    chainId: number('chain_id').notNull(),
    contract: text('contract').notNull(),
    tier: text('tier').notNull(),
    unstaked: baseUnits('unstaked'),
    staked: baseUnits('staked'),
    vested: baseUnits('vested'),
    block: number('block').notNull(),
    provenAt: instant('proven_at').notNull(),
  },
  (table) => [index('tier_proofs_proven_idx').on(table.provenAt)],
)
