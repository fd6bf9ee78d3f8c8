import type { Clock } from '@aerie/core/time'
import type { Random } from '@aerie/runtime/backoff'
import { MarketSourceError } from '../market-source.ts'
import type { Timers } from './timers.ts'

/** Exchanges with an adapter. */
export const EXCHANGES = ['binance', 'coinbase'] as const
export type Exchange = (typeof EXCHANGES)[number]

/** What an adapter needs from its surroundings. */
export type Surroundings = {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  readonly fetch: typeof fetch
}

/** A coin as the adapters look for it. The CoinGecko id, never the symbol, says which project it is. */
export type LiveCoin = { readonly symbol: string; readonly name: string; readonly coingeckoId: string }

const SECURE = { rest: 'https:', socket: 'wss:' } as const
const PLAIN = { rest: 'http:', socket: 'ws:' } as const

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Reads the base address of a provider. Plain http and ws are for stand-ins on this machine only.
 *
 * @param name the setting, for the message; the address itself is never repeated, it may hold a secret
 * @returns the address without a trailing slash
 * @throws MarketSourceError `bad-setting`
 */
export function baseUrl(name: string, text: string, use: keyof typeof SECURE): URL {
  const url = URL.parse(text.trim())
  if (url === null) throw new MarketSourceError('bad-setting', `${name} is not an address`)
  if (url.username !== '' || url.password !== '') throw new MarketSourceError('bad-setting', `${name} must not hold a user or password`)
  if (url.search !== '' || url.hash !== '') throw new MarketSourceError('bad-setting', `${name} must end before any "?" or "#"`)
  const isPlainAllowed = url.protocol === PLAIN[use] && isLoopback(url.hostname)
  if (url.protocol !== SECURE[use] && !isPlainAllowed)
    throw new MarketSourceError(
      'bad-setting',
      `${name} must start with ${SECURE[use]}// (${PLAIN[use]}// only for this machine, 127.0.0.1 or localhost)`,
    )
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** `root` and a path below it, whether or not `root` has a path of its own. */
export const below = (root: URL, path: string): string => `${root.origin}${root.pathname.replace(/\/+$/, '')}${path}`
