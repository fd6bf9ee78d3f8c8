import type { ExchangeRoots } from './exchange-feed.ts'
import { providerUrl } from './settings.ts'
import type { Venue } from './venue-adapter.ts'

/** Addresses that replace those of the exchange; undefined: its own. */
export type RootSettings = { readonly exchangeRestUrl?: string | undefined; readonly exchangeWsUrl?: string | undefined }

/**
 * The base addresses of an exchange.
 *
 * @throws MarketSourceError `bad-setting` for an address that cannot be used
 */
export function venueRoots({ roots, callPaths }: Pick<Venue, 'roots' | 'callPaths'>, settings: RootSettings): ExchangeRoots {
  const rest = providerUrl('EXCHANGE_REST_URL', settings.exchangeRestUrl ?? roots.rest, 'rest')
  const socket = providerUrl('EXCHANGE_WS_URL', settings.exchangeWsUrl ?? roots.socket, 'socket')
  if (callPaths !== undefined) for (const url of [rest, socket]) url.pathname = url.pathname.replace(callPaths, '')
  return { rest, socket }
}
