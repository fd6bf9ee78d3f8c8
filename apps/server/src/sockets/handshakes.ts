import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Server } from 'socket.io'
import { addressGroup } from '../plugins/address-group.ts'
import { isLocalCaller } from '../plugins/caller.ts'
import { writeProblem } from '../plugins/raw-answers.ts'
import { isSameOrigin, type OriginReport } from '../plugins/same-origin.ts'
import type { Connection } from './raw-socket.ts'
import { budgetsOf } from './socket-limits.ts'

/** Where the connections come from, as the operator has set it. */
export type SocketEdge = {
  readonly publicUrl?: string | undefined
  /** Addresses and networks of proxies that may say for whom they ask. */
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

/** Where a connection comes from, as limits count it; undefined for a program on this machine, which has no limit by address. */
export const addressOf = ({ request }: Pick<Connection, 'request'>): string | undefined => addresses.get(request)

/**
 * Lets connections in at the door: of this origin, and not too many from one address. It comes before a token is known, so that the limit
 * holds for everybody and is wide.
 */
export function doorOf(io: () => Server, { publicUrl, trustedProxies, reportOrigin }: SocketEdge) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  const trust = proxyAddr.compile([...(trustedProxies ?? [])])
  const visitorOf = (request: IncomingMessage) => (isLocalCaller(request) ? undefined : addressGroup(proxyAddr(request, trust)))
  return (request: IncomingMessage, done: (error: null, isWelcome: boolean) => void): void => {
    const address = visitorOf(request)
    if (address !== undefined) addresses.set(request, address)
    // No subprotocol is spoken here, and the WebSocket library would agree to the first one offered.
    delete request.headers['sec-websocket-protocol']
    if (address !== undefined && !budgetsOf(io()).handshakes.take(address, 1)) writeProblem(request.socket, TOO_OFTEN)
    else if (isSameOrigin(request, publicHost)) done(null, true)
    else {
      reportOrigin?.(request.headers)
      writeProblem(request.socket, OTHER_ORIGIN)
    }
  }
}
