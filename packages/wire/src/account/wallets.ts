import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { epochMsField } from '../market/market.ts'

/** An on-chain account address in any case; the server returns lower case. */
export const walletAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'enter an address: 0x and 40 hex digits'))
/** A token amount in its smallest unit (18 decimals, USDC 6) as decimal text; never a float. */
export const baseUnits = z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/, 'enter a whole number'))

/** Address of a wallet that was linked or unlinked. */
export const linkedWallet = z.object({ address: walletAddress })
/** One linked wallet. */
export const walletEntry = z.object({ address: walletAddress, is_main: z.boolean(), linked_at: epochMsField })

/** `fresh`: just read from the chain. `kept`: unreadable, the last proof (at most a day old) applies. `unknown`: no proof within a day. */
export const TIER_STATES = ['fresh', 'kept', 'unknown', 'none'] as const

/** The four amounts of the utils contract, 18 decimals. */
export const tierAmounts = z.object({ unstaked: baseUnits, staked: baseUnits, vested: baseUnits, total: baseUnits })

/** Tier of the main wallet. Gold is `have >= need`, where `have` is balance plus vested. */
export const tierStatus = z.object({
  state: z.enum(TIER_STATES),
  wallet: z.nullable(walletAddress),
  gold: z.boolean(),
  tier: z.nullable(z.string()),
  amounts: z.nullable(tierAmounts),
  have: z.nullable(baseUnits),
  need: baseUnits,
  block: z.nullable(z.int().check(z.gte(0))),
  proven_at: z.nullable(epochMsField),
  contract: z.nullable(walletAddress),
})
export type TierStatus = z.output<typeof tierStatus>

export const createWalletChallenge = endpoint('POST /wallets/challenge', {
  auth: 'user',
  summary: 'An EIP-4361 message to sign unmodified, which links a wallet; valid once, for ten minutes',
  body: z.object({ address: walletAddress }),
  returns: z.object({ message: z.string() }),
  errors: ['rule_broken'],
})

export const addWallet = endpoint('POST /wallets', {
  auth: 'user',
  summary: 'Links the wallet that signed the message, by key, EIP-1271 or EIP-6492; 409 if it belongs to another account',
  body: z.object({
    message: z.string().check(z.maxLength(4_000)),
    /** Of a contract wallet it can have any length, including empty. */
    signature: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/, 'hex'), z.maxLength(20_000)),
  }),
  returns: linkedWallet,
  errors: ['challenge_expired', 'conflict', 'rule_broken'],
})

export const listWallets = endpoint('GET /wallets', {
  auth: 'user',
  summary: 'Linked wallets: the main one first, then by age',
  returns: z.array(walletEntry),
})

export const removeWallet = endpoint('DELETE /wallets/:address', {
  auth: 'recent',
  summary: 'Unlinks a wallet and ends what it paid for; without the main wallet, no wallet is the main one',
  params: z.object({ address: walletAddress }),
  returns: linkedWallet,
})

export const getTier = endpoint('GET /tier', {
  auth: 'user',
  tag: 'wallets',
  summary: "Tier of the caller's main wallet: its holdings, the amount gold requires, and where and when they were read",
  returns: tierStatus,
})
