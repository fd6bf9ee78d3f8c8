import { hostname, networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../config.ts'
import { AppError } from '../../plugins/app-error.ts'

/** Where the person who signs is: what their wallet shows, and compares with the page that asks. */
export type SigningOrigin = { readonly domain: string; readonly uri: string }

/** Where this server listens, as its settings say. */
export type Listening = {
  readonly publicUrl: string | undefined
  readonly host: string
  /** 0: any that is free, so that it says nothing. */
  readonly port: number
}
type RequestOrigin = Pick<FastifyRequest, 'host' | 'protocol' | 'headers'>

/**
 * Where the person who asks sees this server: PUBLIC_URL, else the address that the request names, as long as it is one of this
 * server's own. Any other may be a page elsewhere that passes on what it is told, or has its name resolve to this machine: a message
 * for that origin would be the wallet's word for it. A page's own origin, which has been compared with the host before
 * (same-origin.ts), knows the scheme better than a server behind a proxy.
 *
 * @throws AppError rule_broken where the request names another one
 */
export function signingOriginOf({ host, protocol, headers }: RequestOrigin, listening: Listening): SigningOrigin {
  const { publicUrl } = listening
  if (publicUrl !== undefined) return originAt(publicUrl)
  if (!isOwnHost(host, listening)) throw cannotSignAt(host, 'this server does not know that address as its own')
  return originAt(hostOf(headers.origin) === host ? (headers.origin ?? '') : `${protocol}://${host}`)
}

// A port that goes without saying is left out, as browsers leave it out.
const originAt = (url: string): SigningOrigin => ({ domain: new URL(url).host, uri: new URL(url).origin })

/** @returns what to answer at an address for which no wallet can sign */
export const cannotSignAt = (host: string, why: string, cause?: unknown): AppError =>
  new AppError('rule_broken', {
    detail: `A wallet cannot be linked at ${host.slice(0, 100)}: ${why}. Open this server by a domain name with a dot, an IPv4 address or localhost; its operator names that address in PUBLIC_URL.`,
    cause,
  })

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9][a-z0-9.-]{0,252})(?::(\d{1,5}))?$/
const WILDCARDS = new Set(['0.0.0.0', '::', '[::]'])

/**
 * Whether a Host header names this server. Loopback names do with any port: nobody else's page has them, and a tunnel or the
 * development server may stand before this one.
 */
function isOwnHost(given: string, { host, port }: Listening): boolean {
  const [, name = '', said] = HOST.exec(given.toLowerCase()) ?? []
  const isForAll = WILDCARDS.has(host)
  if (isLoopbackHost(name)) return isForAll || isLoopbackHost(host)
  if (isLoopbackHost(host) || (port !== 0 && Number(said ?? 80) !== port)) return false
  return isForAll ? ownNames().includes(name) : name === host.toLowerCase() || name === `[${host.toLowerCase()}]`
}

/** What this machine is called, and its addresses as a Host header has them. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return [hostname().toLowerCase(), ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))]
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined
