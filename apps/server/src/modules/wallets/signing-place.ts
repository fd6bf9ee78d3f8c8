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
  const own = publicUrl ?? (hostOf(headers.origin) === host ? headers.origin : undefined)
  if (own === undefined) return { domain: host, uri: `${protocol}://${host}` }
  const { origin, host: domain } = new URL(own)
  return { domain, uri: origin }
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined
