import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { writeProblem } from './raw-answers.ts'

/** The one upgrade of this server: a websocket of Socket.IO's path. */
const isOurs = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/socket.io/') && headers.upgrade?.trim().toLowerCase() === 'websocket'

/**
 * Options of node:http. A client that offers another protocol (`curl --http2` offers h2c) is answered by the one that it
 * speaks, as RFC 9110 section 7.8 has it. Node before 24.9 does not know this option: see `answerStrayUpgrades`.
 */
export const upgradeOptions = { shouldUpgradeCallback: isOurs }

/** Answers what Node takes for an upgrade or a tunnel and nobody serves; unanswered, it would only see its connection close. */
export function rejectUnknownUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (!isOurs(request)) refuse(socket, 'This server does not speak the protocol that the request offers.')
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 'This server is no proxy.'))
}

function refuse(socket: Duplex, detail: string): void {
  // It may be gone by now.
  socket.on('error', () => socket.destroy())
  writeProblem(socket, { status: 400, reason: 'Bad Request', detail })
}
