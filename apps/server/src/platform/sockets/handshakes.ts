import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Server } from 'socket.io'
import { addressGroup, isLocalCaller } from '../http/caller.ts'
import { writeProblem } from '../http/request-fault.ts'
import { isSameOrigin, type OriginReport } from '../http/same-origin.ts'
import type { Connection } from './raw-socket.ts'
import { budgetsOf } from './socket-limits.ts'

export type SocketEdge = {
  readonly publicUrl?: string | undefined
  readonly trustedProxies?: readonly string[] | undefined
  readonly reportOrigin?: OriginReport
}

const TOO_OFTEN = {
  status: 429,
  reason: 'Too Many Requests',
  code: 'rate_limited',
  detail: 'Too many connections from this address: wait.',
  headers: { 'retry-after': '10' },
} as const
const OTHER_ORIGIN = { status: 403, reason: 'Forbidden', code: 'forbidden', detail: 'This request comes from another site.' } as const

const addresses = new WeakMap<object, string>()

/** Rate limit key; undefined for local programs, which have no address limit. */
export const addressOf = ({ request }: Pick<Connection, 'request'>): string | undefined => addresses.get(request)

/** Checks origin and connection rate before any token, so the limit applies to everyone and is generous. */
export function doorOf(io: () => Server, { publicUrl, trustedProxies, reportOrigin }: SocketEdge) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  const trust = proxyAddr.compile([...(trustedProxies ?? [])])
  const visitorOf = (request: IncomingMessage) => (isLocalCaller(request) ? undefined : addressGroup(proxyAddr(request, trust)))
  return (request: IncomingMessage, done: (error: null, isWelcome: boolean) => void): void => {
    const address = visitorOf(request)
    if (address !== undefined) addresses.set(request, address)
    // No subprotocol is supported, but the WebSocket library would accept the first one offered.
    delete request.headers['sec-websocket-protocol']
    if (address !== undefined && !budgetsOf(io()).handshakes.take(address, 1)) writeProblem(request.socket, TOO_OFTEN)
    else if (isSameOrigin(request, publicHost)) done(null, true)
    else {
      reportOrigin?.(request.headers)
      writeProblem(request.socket, OTHER_ORIGIN)
    }
  }
}
