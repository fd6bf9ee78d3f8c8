import { existsSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { BASE_CHAIN_ID, LOCAL_CHAIN_ID } from '@aerie/chain/chains'
import * as z from 'zod/mini'
import { address, httpUrl, moment, networks, number, oneOf, origin, text, urlOf, urlsOf, wholeNumber } from './config-fields.ts'
import { StartFailure } from './platform/start-failure.ts'
import { readStartFile } from './start-files.ts'

const { optional } = z
export const DEFAULT_DATA_DIR = './data'
const withDefault = z._default

/** All settings by environment variable; described in `.env.example`. */
export const settings = z.object({
  PORT: withDefault(wholeNumber(0, 65_535), 4800),
  HOST: withDefault(z.string(), '127.0.0.1'),
  PUBLIC_URL: optional(origin),
  DATA_DIR: withDefault(z.string(), DEFAULT_DATA_DIR),
  LOG_LEVEL: withDefault(oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TRUSTED_PROXIES: optional(networks),
  METRICS_TOKEN: optional(z.string().check(z.minLength(16, 'at least 16 characters'))),

  DATABASE_URL: optional(urlOf(['postgres', 'postgresql'])),
  REDIS_URL: optional(urlOf(['redis', 'rediss'])),
  ROLE: withDefault(oneOf(['all', 'web', 'worker']), 'all'),
  SECRET_KEY: optional(z.string().check(z.minLength(32, 'at least 32 characters'))),

  MARKET_SOURCE: withDefault(oneOf(['auto', 'live', 'sim', 'replay']), 'auto'),
  MARKET_SEED: withDefault(wholeNumber(0, 4_294_967_295), 1),
  REPLAY_DIR: text,
  REPLAY_SPEED: withDefault(number(1, 3600, 'a number from 1 to 3600'), 1),
  REPLAY_FROM: optional(moment),
  REPLAY_CONTROLS: withDefault(oneOf(['operator', 'users']), 'operator'),
  COINGECKO_URL: optional(httpUrl),
  COINGECKO_API_KEY: text,
  EXCHANGE: withDefault(oneOf(['binance', 'coinbase']), 'binance'),
  EXCHANGE_REST_URL: optional(httpUrl),
  EXCHANGE_WS_URL: optional(urlOf(['ws', 'wss'])),

  PAPER_FEES: withDefault(oneOf(['hyperliquid-0', 'apex', 'binance-vip0']), 'hyperliquid-0'),
  PAPER_LATENCY_MS: withDefault(wholeNumber(0, 500), 50),
  PAPER_LIQUIDATION_BPS: withDefault(wholeNumber(0, 150), 0),

  SMTP_URL: optional(urlOf(['smtp', 'smtps'])),
  MAIL_FROM: withDefault(
    z.string().check(z.regex(/^[^\r\n]*@[^\r\n]*$/, 'an address such as Aerie <aerie@example.com>')),
    'Aerie <aerie@localhost>',
  ),

  AGENT_LLM_PROVIDER: optional(oneOf(['openai', 'anthropic'])),
  AGENT_LLM_URL: optional(httpUrl),
  AGENT_LLM_KEY: text,
  AGENT_LLM_MODEL: text,
  TELEGRAM_BOT_TOKEN: text,
  TELEGRAM_API_URL: optional(httpUrl),
  WEBHOOK_ALLOW_PRIVATE: withDefault(oneOf(['on', 'off']), 'off'),
  WEBPUSH_URL: optional(httpUrl),
  APEX_URL: optional(httpUrl),
  APEX_WS_URL: optional(urlOf(['ws', 'wss'])),
  APEX_SIGNER_WASM: text,
  APEX_SIGNER_SHA256: optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, '64 hexadecimal digits'))),
  BINANCE_URL: optional(httpUrl),
  BINANCE_FUTURES_URL: optional(httpUrl),
  BYBIT_URL: optional(httpUrl),
  OKX_URL: optional(httpUrl),
  KRAKEN_URL: optional(httpUrl),
  HYPERLIQUID_URL: optional(httpUrl),
  WALLETCONNECT_PROJECT_ID: text,
  SAFE_APP: withDefault(oneOf(['on', 'off']), 'off'),
  COMMUNITY_CHAT_URL: optional(httpUrl),
  CHAIN_RPC_URL: optional(urlsOf(['http', 'https', 'ws', 'wss'])),
  CHAIN_ID: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  CHAIN_FROM_BLOCK: optional(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  TOKEN_ADDRESS: optional(address),
  UTILS_ADDRESS: optional(address),
  STAKING_ADDRESS: optional(address),
  VESTING_ADDRESS: optional(address),
  SUBSCRIPTIONS_ADDRESS: optional(address),
  USDC_ADDRESS: optional(address),
})

export type Config = z.output<typeof settings>

/** Settings whose value must never be printed or logged. */
const SECRET_NAMES = /KEY|TOKEN|AGENT_LLM_URL|DATABASE_URL|REDIS_URL|SMTP_URL|CHAIN_RPC_URL/

/** Empty values count as absent. @throws StartFailure naming the first invalid setting */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])))
  const parsed = z.safeParse(settings, given)
  if (!parsed.success) throw new StartFailure(wrongSetting(parsed.error.issues[0], given))
  checkTogether(parsed.data)
  return parsed.data
}

function wrongSetting(issue: z.core.$ZodIssue | undefined, given: Readonly<Record<string, string>>): string {
  const name = String(issue?.path[0])
  const shown = SECRET_NAMES.test(name) ? '' : ` "${(given[name] ?? '').slice(0, 100)}"`
  return `The setting ${name}${shown} is wrong: it must be ${issue?.message}`
}

/** What several processes have in common. */
const SHARED_SETTINGS = [
  ['DATABASE_URL', 'the PostgreSQL that all processes share'],
  ['REDIS_URL', 'the bus between the processes'],
  ['SECRET_KEY', 'the same key as every other process'],
] as const

function checkTogether(config: Config): void {
  if (config.ROLE !== 'all') {
    const missing = SHARED_SETTINGS.find(([name]) => config[name] === undefined)
    if (missing !== undefined) throw new StartFailure(`The setting ${missing[0]} is missing: ROLE=${config.ROLE} needs ${missing[1]}`)
  }
  if (config.MARKET_SOURCE === 'replay' && config.REPLAY_DIR === undefined) {
    throw new StartFailure('The setting REPLAY_DIR is missing: MARKET_SOURCE=replay needs the folder of the recorded candles')
  }
  if (config.REPLAY_DIR !== undefined && config.MARKET_SOURCE === 'replay' && !existsSync(config.REPLAY_DIR)) {
    throw new StartFailure(`The setting REPLAY_DIR "${config.REPLAY_DIR}" is wrong: there is no such folder`)
  }
  if (config.AGENT_LLM_PROVIDER !== undefined && config.AGENT_LLM_MODEL === undefined) {
    throw new StartFailure('The setting AGENT_LLM_MODEL is missing: AGENT_LLM_PROVIDER needs the name of the model to ask')
  }
  checkSafeApp(config)
  checkChain(config)
}

/** A Safe lives on a public chain, and its page frames https only. */
function checkSafeApp({ SAFE_APP, PUBLIC_URL, CHAIN_RPC_URL }: Config): void {
  if (SAFE_APP === 'off') return
  if (PUBLIC_URL?.startsWith('https:') !== true)
    throw new StartFailure('The setting SAFE_APP is wrong: app.safe.global frames https only, so PUBLIC_URL must begin with https:')
  if (CHAIN_RPC_URL === undefined)
    throw new StartFailure('The setting SAFE_APP is wrong: there is no Safe on the local chain, so CHAIN_RPC_URL must name a public one')
}

const CONTRACT_SETTINGS = ['TOKEN_ADDRESS', 'UTILS_ADDRESS', 'STAKING_ADDRESS', 'VESTING_ADDRESS', 'SUBSCRIPTIONS_ADDRESS'] as const

/** An external chain needs all contract addresses; the embedded one provides its own id and contracts. */
function checkChain(config: Config): void {
  if (config.CHAIN_RPC_URL !== undefined) {
    const missing = CONTRACT_SETTINGS.find((name) => config[name] === undefined)
    if (missing !== undefined)
      throw new StartFailure(
        `The setting ${missing} is missing: CHAIN_RPC_URL names a chain, and the product must know its contracts there`,
      )
    if (config.USDC_ADDRESS === undefined && (config.CHAIN_ID ?? BASE_CHAIN_ID) !== BASE_CHAIN_ID)
      throw new StartFailure('The setting USDC_ADDRESS is missing: it is known by itself for Base mainnet only')
    return
  }
  if (config.CHAIN_ID !== undefined && config.CHAIN_ID !== LOCAL_CHAIN_ID) {
    throw new StartFailure(
      `The setting CHAIN_ID "${config.CHAIN_ID}" is wrong: the local chain is always ${LOCAL_CHAIN_ID} and never a real chain's id, so that nothing signed for it is valid elsewhere; set CHAIN_RPC_URL for another chain`,
    )
  }
  const stray = [...CONTRACT_SETTINGS, 'USDC_ADDRESS' as const].find((name) => config[name] !== undefined)
  if (stray !== undefined)
    throw new StartFailure(`The setting ${stray} is wrong: without CHAIN_RPC_URL the local chain brings its own contracts, leave it out`)
}

/** The environment takes precedence over the `.env` file of `folder`. @throws StartFailure */
export const loadConfig = (env: NodeJS.ProcessEnv, folder: string): Config => parseConfig(readEnvironment(env, folder))

export function readEnvironment(env: NodeJS.ProcessEnv, folder: string): Record<string, string | undefined> {
  const written = readStartFile(`${folder}/.env`, 'lines such as PORT=4800')
  return { ...parseEnv(written ?? ''), ...env }
}

/** No chain settings: for commands that need none, even while a deployment has yet to produce the addresses. */
export const WITHOUT_CHAIN = {
  SAFE_APP: '',
  CHAIN_RPC_URL: '',
  CHAIN_ID: '',
  CHAIN_FROM_BLOCK: '',
  TOKEN_ADDRESS: '',
  UTILS_ADDRESS: '',
  STAKING_ADDRESS: '',
  VESTING_ADDRESS: '',
  SUBSCRIPTIONS_ADDRESS: '',
  USDC_ADDRESS: '',
} as const

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)
