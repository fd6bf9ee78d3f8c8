import type { ExchangeRoots } from './exchange-feed.ts'
import { providerUrl } from './settings.ts'
import type { Venue } from './venue-adapter.ts'

/** URLs replacing the exchange's own. */
export type RootSettings = { readonly exchangeRestUrl?: string | undefined; readonly exchangeWsUrl?: string | undefined }

/** Base URLs of an exchange. @throws MarketSourceError `bad-setting` for an invalid URL */
export function venueRoots({ roots, callPaths }: Pick<Venue, 'roots' | 'callPaths'>, settings: RootSettings): ExchangeRoots {
  const rest = providerUrl('EXCHANGE_REST_URL', settings.exchangeRestUrl ?? roots.rest, 'rest')
  const socket = providerUrl('EXCHANGE_WS_URL', settings.exchangeWsUrl ?? roots.socket, 'socket')
  if (callPaths !== undefined) for (const url of [rest, socket]) url.pathname = url.pathname.replace(callPaths, '')
  return { rest, socket }
}
