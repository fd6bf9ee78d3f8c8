import * as z from 'zod/mini'
import { epochMsField } from '../market/market.ts'

/** An on-chain account address in any case; the server returns lower case. */
export const walletAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'enter an address: 0x and 40 hex digits'))
/** A token amount in its smallest unit (18 decimals, USDC 6) as decimal text; never a float. */
export const baseUnits = z.string().check(z.regex(/^(0|[1-9]\d{0,77})$/, 'enter a whole number'))

/** Body of `POST /api/v1/wallets/challenge`. */
export const challengeRequest = z.object({ address: walletAddress })
/** Data of the challenge: an EIP-4361 message to sign unmodified. */
export const challenge = z.object({ message: z.string() })
/** Body of `POST /api/v1/wallets`. Contract wallet signatures (EIP-1271, EIP-6492) can have any length, including empty. */
export const linkRequest = z.object({
  message: z.string().check(z.maxLength(4_000)),
  signature: z.string().check(z.regex(/^0x([0-9a-fA-F]{2})*$/, 'hex'), z.maxLength(20_000)),
})
/** Response to linking a wallet. */
export const linkedWallet = z.object({ address: walletAddress })
/** One linked wallet. */
export const walletEntry = z.object({ address: walletAddress, is_main: z.boolean(), linked_at: epochMsField })
/** Data of `GET /api/v1/wallets`: the main wallet, then by age. */
export const walletList = z.array(walletEntry)

/** `fresh`: just read from the chain. `kept`: unreadable, the last proof (at most a day old) applies. `unknown`: no proof within a day. */
export const TIER_STATES = ['fresh', 'kept', 'unknown', 'none'] as const

/** The four amounts of the utils contract, 18 decimals. */
export const tierAmounts = z.object({ unstaked: baseUnits, staked: baseUnits, vested: baseUnits, total: baseUnits })

/** Data of `GET /api/v1/tier` for the main wallet. Gold is `have >= need`, where `have` is balance plus vested. */
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
