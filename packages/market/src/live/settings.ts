import { BaseUrlError, parseBaseUrl } from '@aerie/upstream/base-url'
import { MarketSourceError } from '../market-source.ts'

/** Exchanges with an adapter. */
export const EXCHANGES = ['binance', 'coinbase'] as const
export type Exchange = (typeof EXCHANGES)[number]

/** A coin as the adapters look for it. The CoinGecko id, never the symbol, says which project it is. */
export type LiveCoin = { readonly symbol: string; readonly name: string; readonly coingeckoId: string }

/**
 * Reads the base address of a provider.
 *
 * @param name the setting, for the message; the address itself is never repeated, it may hold a secret
 * @returns the address without a trailing slash
 * @throws MarketSourceError `bad-setting`
 */
export function providerUrl(name: string, text: string, use: 'rest' | 'socket'): URL {
  try {
    return parseBaseUrl(name, text, use)
  } catch (error) {
    throw error instanceof BaseUrlError ? new MarketSourceError('bad-setting', error.message, { cause: error }) : error
  }
}
