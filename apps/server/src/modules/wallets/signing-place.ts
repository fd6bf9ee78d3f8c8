import type { FastifyRequest } from 'fastify'
import type { Place } from './wallet-challenge.ts'

/**
 * Where the person who asks sees this server: PUBLIC_URL, else what the request says. A page's own origin, which has been
 * compared with the host before (same-origin.ts), knows the scheme better than a server behind a proxy.
 */
export function placeOf(
  { host, protocol, headers }: Pick<FastifyRequest, 'host' | 'protocol' | 'headers'>,
  publicUrl: string | undefined,
): Place {
  const own = publicUrl ?? (hostOf(headers.origin) === host ? headers.origin : undefined) ?? `${protocol}://${host}`
  // A port that goes without saying is left out, as browsers leave it out.
  return URL.canParse(own) ? { domain: new URL(own).host, uri: new URL(own).origin } : { domain: host, uri: own }
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined
