import { hostname, networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../../config.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Origin shown by the wallet and compared with the requesting page. */
export type SigningOrigin = { readonly domain: string; readonly uri: string }

export type Listening = {
  readonly publicUrl: string | undefined
  readonly host: string
  readonly port: number
}
type RequestOrigin = Pick<FastifyRequest, 'host' | 'protocol' | 'headers'>

/** A host that is not this server's own may be a proxying page or DNS rebinding. @throws AppError rule_broken */
export function signingOriginOf({ host, protocol, headers }: RequestOrigin, listening: Listening): SigningOrigin {
  const { publicUrl } = listening
  if (publicUrl !== undefined) return originAt(publicUrl)
  if (!isOwnHost(host, listening)) throw cannotSignAt(host, 'this server does not know that address as its own')
  return originAt(hostOf(headers.origin) === host ? (headers.origin ?? '') : `${protocol}://${host}`)
}

// Omits default ports, as browsers do.
const originAt = (url: string): SigningOrigin => ({ domain: new URL(url).host, uri: new URL(url).origin })

export const cannotSignAt = (host: string, why: string, cause?: unknown): AppError =>
  new AppError('rule_broken', {
    detail: `A wallet cannot be linked at ${host.slice(0, 100)}: ${why}. Open this server by a domain name with a dot, an IPv4 address or localhost; its operator names that address in PUBLIC_URL.`,
    cause,
  })

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9][a-z0-9.-]{0,252})(?::(\d{1,5}))?$/
const WILDCARDS = new Set(['0.0.0.0', '::', '[::]'])

/** Loopback names match with any port: no foreign page has them, and a tunnel or the development server may be in front. */
function isOwnHost(given: string, { host, port }: Listening): boolean {
  const [, name = '', statedPort] = HOST.exec(given.toLowerCase()) ?? []
  const isForAll = WILDCARDS.has(host)
  if (isLoopbackHost(name)) return isForAll || isLoopbackHost(host)
  if (isLoopbackHost(host) || (port !== 0 && Number(statedPort ?? 80) !== port)) return false
  return isForAll ? ownNames().includes(name) : name === host.toLowerCase() || name === `[${host.toLowerCase()}]`
}

function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return [hostname().toLowerCase(), ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))]
}

const hostOf = (origin: string | undefined): string | undefined =>
  origin !== undefined && URL.canParse(origin) ? new URL(origin).host : undefined
