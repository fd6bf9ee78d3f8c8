import * as z from 'zod/mini'
import { marketStatus, sourceKind } from './market/market.ts'

/** The one chain of this server, as a browser or a wallet needs it. */
export const chainInfo = z.object({
  id: z.int(),
  name: z.string(),
  /** The embedded chain, whose coins are worth nothing: test funds can be asked for. */
  is_local: z.boolean(),
  /** Path of this server's own JSON-RPC; null where wallets bring theirs. */
  rpc: z.nullable(z.string()),
  /** Block explorer without a closing slash; null where there is none. */
  explorer: z.nullable(z.string()),
  native_currency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
})
export type ChainInfo = z.output<typeof chainInfo>

/** Data of `GET /api/v1/config`: all that a browser may know before anyone logs in. */
export const publicConfig = z.object({
  version: z.string(),
  market_source: sourceKind,
  chain: z.nullable(chainInfo),
  /** Addresses by name: token, staking, vesting, subscriptions, utils, usdc. Empty while the local chain is starting. */
  contracts: z.record(z.string(), z.string()),
  walletconnect_project_id: z.nullable(z.string()),
  /** Whether Safe's page may show this app in its frame; absent: it may not. */
  safe_app: z.optional(z.boolean()),
  /** The community chat group that the left rail links to; absent or null: the operator has named none. */
  community_chat_url: z.optional(z.nullable(z.string())),
})
export type PublicConfig = z.output<typeof publicConfig>

/** How a part of the server can be. */
export const HEALTH = ['ok', 'starting', 'degraded', 'down'] as const
/** One part of the server and how it is. */
export const part = z.object({ name: z.string(), health: z.enum(HEALTH), detail: z.string() })
export type Part = z.output<typeof part>

/** Data of `GET /api/v1/status`. */
export const serverStatus = z.object({
  version: z.string(),
  market: marketStatus,
  /** Age of the newest price by the market's clock, in milliseconds; null before the first. */
  tick_age_ms: z.nullable(z.number()),
  parts: z.array(part),
})
export type ServerStatus = z.output<typeof serverStatus>
