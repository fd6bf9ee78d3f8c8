import { bigint, index, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users, wallets } from './accounts.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const baseUnits = (name: string) => numeric(name, { precision: 78, scale: 0 }).notNull()

/** Messages that users were asked to sign for a wallet. Each links at most once. */
export const walletChallenges = pgTable(
  'wallet_challenges',
  {
    nonce: text('nonce').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As it is to be signed, to the letter. */
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('wallet_challenges_user_idx').on(table.userId), index('wallet_challenges_expires_idx').on(table.expiresAt)],
)

/** The newest reading of a wallet's holdings, of one contract on one chain. Goes with the link. */
export const tierProofs = pgTable(
  'tier_proofs',
  {
    wallet: text('wallet')
      .primaryKey()
      .references(() => wallets.address, { onDelete: 'cascade' }),
    chainId: bigint('chain_id', { mode: 'number' }).notNull(),
    /** The utils contract, lower case. */
    contract: text('contract').notNull(),
    tier: text('tier').notNull(),
    unstaked: baseUnits('unstaked'),
    staked: baseUnits('staked'),
    vested: baseUnits('vested'),
    block: bigint('block', { mode: 'number' }).notNull(),
    provenAt: instant('proven_at').notNull(),
  },
  (table) => [index('tier_proofs_proven_idx').on(table.provenAt)],
)
