import { BaseUrlError, parseBaseUrl } from '@aerie/upstream/base-url'
import { MarketSourceError } from '../market-source.ts'

/** Exchanges with an adapter. */
export const EXCHANGES = ['binance', 'coinbase'] as const
export type Exchange = (typeof EXCHANGES)[number]

/** A coin for the adapters. The CoinGecko id, not the symbol, identifies the project. */
export type LiveCoin = { readonly symbol: string; readonly name: string; readonly coingeckoId: string }

/** Parses a base URL, which errors never include: it may hold a secret. @throws MarketSourceError `bad-setting` */
export function providerUrl(name: string, text: string, use: 'rest' | 'socket'): URL {
  try {
    return parseBaseUrl(name, text, use)
  } catch (error) {
    throw error instanceof BaseUrlError ? new MarketSourceError('bad-setting', error.message, { cause: error }) : error
  }
}
