import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { isBusy, writeProblemAfterAnswers } from './connections.ts'
import { isHandshake, messageFault } from './request-fault.ts'

/** The one upgrade of this server. While an earlier request of the connection is unanswered, the upgrade would cut off its response. */
const isOurs = (request: IncomingMessage): boolean => isHandshake(request) && messageFault(request) === undefined && !isBusy(request.socket)

/** How often Node looks for requests that did not arrive in time; by its default the longest wait was twice as long. */
const CHECK_TIMEOUTS_MS = 1_000

/**
 * Options of node:http. A client that offers another protocol (`curl --http2` offers h2c) is answered in the one that it speaks, as
 * RFC 9110 section 7.8 has it. Node before 24.9 does not know this option: see `rejectUnknownUpgrades`. The Host header is checked in
 * request-fault.ts, so that its error is a problem like all others.
 */
export const httpOptions = { shouldUpgradeCallback: isOurs, requireHostHeader: false, connectionsCheckingInterval: CHECK_TIMEOUTS_MS }

/** Answers what Node takes for an upgrade or a tunnel and nobody serves; unanswered, it would only see its connection close. */
export function rejectUnknownUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isOurs(request)) refuse(socket, 'This server does not speak the protocol that the request offers.')
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'This server is no proxy.'))
}

/** Node no longer looks after the connection: if its earlier requests are not answered within this, they never are. */
const ANSWERS_WITHIN_MS = 10_000

function refuse(socket: Duplex, detail: string): void {
  // It may be gone by now.
  socket.on('error', () => socket.destroy())
  writeProblemAfterAnswers(socket, { status: 400, reason: 'Bad Request', detail })
  setTimeout(() => socket.destroy(), ANSWERS_WITHIN_MS).unref()
}
