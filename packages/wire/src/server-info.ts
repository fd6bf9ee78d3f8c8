import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { marketStatus, sourceKind } from './market/market.ts'

/** The server's single chain, as a browser or wallet needs it. */
export const chainInfo = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether this is the embedded chain, whose coins are worthless and which offers test funds. */
  is_local: z.boolean(),
  rpc: z.nullable(z.string()),
  explorer: z.nullable(z.string()),
  native_currency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }),
})
export type ChainInfo = z.output<typeof chainInfo>

/** Public configuration, available before login. */
export const publicConfig = z.object({
  version: z.string(),
  market_source: sourceKind,
  chain: z.nullable(chainInfo),
  contracts: z.record(z.string(), z.string()),
  walletconnect_project_id: z.nullable(z.string()),
  /** Whether Safe may embed this app in a frame. */
  safe_app: z.optional(z.boolean()),
  community_chat_url: z.optional(z.nullable(z.string())),
})
export type PublicConfig = z.output<typeof publicConfig>

export const getConfig = endpoint('GET /config', {
  auth: 'public',
  tag: 'server',
  summary: 'Public configuration, available before login',
  returns: publicConfig,
})

/** Health states of a component. */
export const HEALTH = ['ok', 'starting', 'degraded', 'down'] as const
/** Health of one server component. */
export const part = z.object({ name: z.string(), health: z.enum(HEALTH), detail: z.string() })
export type Part = z.output<typeof part>

/** State of the server. */
export const serverStatus = z.object({
  version: z.string(),
  market: marketStatus,
  tick_age_ms: z.nullable(z.number()),
  parts: z.array(part),
})
export type ServerStatus = z.output<typeof serverStatus>

export const getStatus = endpoint('GET /status', {
  auth: 'public',
  tag: 'server',
  summary: 'Market source, age of the newest price, and the health of each component',
  returns: serverStatus,
})
