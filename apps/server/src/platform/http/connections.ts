import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { addressGroup } from './caller.ts'
import { type RawProblem, requestFault, respondProblem, writeProblem } from './request-fault.ts'

const MB = 1_024 * 1_024

export type ConnectionLimits = {
  /** Pipelined requests per connection; browsers never pipeline. One more resets the connection. */
  readonly waiting: number
  readonly serving: number
  /** Above it, an address's requests are rejected; above a quarter, connections idle for `stallMs` are dropped. */
  readonly unreadBytes: number
  /** Disconnects a client that reads nothing of its response for this long. */
  readonly stallMs: number
}

const CONNECTION_LIMITS: ConnectionLimits = { waiting: 16, serving: 1_024, unreadBytes: 64 * MB, stallMs: 10_000 }

/** Checks per `stallMs`. Node counts the first partial write as progress, so a stall is certain one check before the last. */
const CHECKS = 4

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

type Connection = {
  readonly socket: Socket
  /** Undefined for a trusted proxy, which represents many clients. */
  readonly client: Client | undefined
  current: Exchange | undefined
  newest: Exchange | undefined
  readonly waiting: Exchange[]
  /** Closes the connection once all requests are answered; set when no more input can be read. */
  finish: (() => void) | undefined
  /** `socket.bytesWritten` when a further request last showed that the client had read its responses. */
  readTo: number
  /** Bytes sent since `readTo`, updated while no request is being served. */
  unread: number
  idleSince: number
  /** Consecutive checks with a stalled response, and the time of the last one. */
  stalls: number
  checkedAt: number
}

class Client {
  readonly address: string
  connections = 0
  unread = 0
  readonly serving = new Set<Connection>()
  readonly idle = new Set<Connection>()
  sweep: NodeJS.Timeout | undefined

  constructor(address: string) {
    this.address = address
  }

  unreadBytes(): number {
    let bytes = this.unread
    for (const { socket, readTo } of this.serving) bytes += socket.bytesWritten - readTo
    return bytes
  }
}

const connections = new WeakMap<object, Connection>()

export const isBusy = (socket: object): boolean => connections.get(socket)?.current !== undefined

type Options = {
  readonly isProxy?: (address: string) => boolean
  readonly limits?: ConnectionLimits
  readonly now?: () => number
}

/** Call last: wraps all request listeners. Serializes pipelined requests, which would otherwise run concurrently. */
export function guardConnections(server: Server, options: Options = {}): void {
  const { isProxy = () => false, limits = CONNECTION_LIMITS, now = () => performance.now() } = options
  const serve = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  const clients = new Map<string, Client>()

  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? open(socket)
    const exchange = { request, response }
    connection.newest = exchange
    if (connection.current === undefined) {
      settle(connection)
      connection.readTo = socket.bytesWritten
      start(connection, exchange)
    } else if (connection.waiting.push(exchange) > limits.waiting) socket.resetAndDestroy()
  }

  const start = (connection: Connection, exchange: Exchange): void => {
    const { client } = connection
    const { request, response } = exchange
    connection.current = exchange
    client?.serving.add(connection)
    response.once('close', () => end(connection))
    const problem = requestFault(request) ?? (client && refusalOf(client, limits, now()))
    if (problem !== undefined) respondProblem(response, problem)
    else for (const listener of serve) listener.call(server, request, response)
  }

  const end = (connection: Connection): void => {
    const { socket, client, waiting } = connection
    connection.current = undefined
    client?.serving.delete(connection)
    if (socket.destroyed || socket.writableEnded) return
    const next = waiting.shift()
    if (next !== undefined) start(connection, next)
    else if (connection.finish !== undefined) connection.finish()
    else if (client !== undefined) {
      connection.unread = socket.bytesWritten - connection.readTo
      connection.idleSince = now()
      client.unread += connection.unread
      client.idle.add(connection)
      sweepLater(client)
    }
  }

  /** Data in kernel buffers looks sent whether read or not: a client with much of it may keep no idle connections. */
  const sweepLater = (client: Client): void => {
    if (client.sweep !== undefined || client.unread <= limits.unreadBytes / 4) return
    client.sweep = setTimeout(() => {
      client.sweep = undefined
      dropIdle(client, limits.unreadBytes / 4, now() - limits.stallMs)
      sweepLater(client)
    }, limits.stallMs).unref()
  }

  const open = (socket: Socket): Connection => {
    const { remoteAddress = '' } = socket
    const client = isProxy(remoteAddress) ? undefined : clientOf(addressGroup(remoteAddress))
    const blank = { current: undefined, newest: undefined, finish: undefined, readTo: 0, unread: 0, idleSince: 0, stalls: 0, checkedAt: 0 }
    const connection: Connection = { socket, client, waiting: [], ...blank }
    connections.set(socket, connection)
    socket.once('close', () => forget(connection))
    return connection
  }
  const clientOf = (address: string): Client => {
    const client = clients.get(address) ?? new Client(address)
    clients.set(address, client)
    client.connections += 1
    return client
  }
  const forget = (connection: Connection): void => {
    const { socket, client, waiting } = connection
    if (!connections.delete(socket)) return
    waiting.length = 0
    if (client === undefined) return
    settle(connection)
    client.serving.delete(connection)
    client.connections -= 1
    if (client.connections > 0) return
    clearTimeout(client.sweep)
    clients.delete(client.address)
  }

  const checkMs = limits.stallMs / CHECKS
  const check = (socket: Socket): void => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    if (socket.writableLength === 0) {
      // Idle timeout: no request is in progress.
      if (connection.current === undefined) socket.destroy()
      return
    }
    const at = now()
    connection.stalls = at - connection.checkedAt < 2 * checkMs ? connection.stalls + 1 : 1
    connection.checkedAt = at
    // Reset instead of close: the kernel would keep the buffered data of a closed connection for minutes.
    if (connection.stalls >= CHECKS - 1) socket.resetAndDestroy()
    else socket.setTimeout(checkMs)
  }

  server.removeAllListeners('request')
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take)
  server.on('upgrade', (_request, socket: Duplex) => {
    const connection = connections.get(socket)
    if (connection !== undefined) forget(connection)
  })
  server.setTimeout(checkMs)
  server.on('timeout', check)
}

/** Data sent before a close or a further request no longer counts as unread. */
function settle(connection: Connection): void {
  const { client } = connection
  if (client === undefined) return
  client.unread -= connection.unread
  client.idle.delete(connection)
  connection.unread = 0
}

function refusalOf(client: Client, { serving, unreadBytes, stallMs }: ConnectionLimits, now: number): RawProblem | undefined {
  if (client.serving.size > serving) return TOO_MANY
  dropIdle(client, unreadBytes, now - stallMs)
  return client.unreadBytes() <= unreadBytes ? undefined : TOO_MUCH_UNREAD
}

/** Drops connections idle since `since` until at most `unreadBytes` are unread. Clients that have read them reconnect. */
function dropIdle(client: Client, unreadBytes: number, since: number): void {
  for (const connection of client.idle) {
    if (connection.idleSince > since || client.unreadBytes() <= unreadBytes) return
    settle(connection)
    connection.socket.resetAndDestroy()
  }
}

const TOO_MANY: RawProblem = {
  status: 429,
  reason: 'Too Many Requests',
  code: 'rate_limited',
  detail: 'Too many requests at once from this address.',
  headers: { 'retry-after': '10' },
}
const TOO_MUCH_UNREAD: RawProblem = { ...TOO_MANY, detail: 'This address has not read the responses to its earlier requests.' }

export function writeProblemAfterAnswers(socket: Duplex, problem: RawProblem): void {
  const connection = connections.get(socket)
  if (connection?.current === undefined) writeProblem(socket, problem)
  else connection.finish ??= () => writeProblem(socket, problem)
}

/** For Node's `clientError` (parse errors). */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.destroyed || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const problem = brokenRequest(error.code)
  const connection = connections.get(socket)
  if (connection === undefined) writeProblem(socket, problem)
  else if (connection.finish === undefined) finishBroken(connection, problem, error.code)
}

function finishBroken(connection: Connection, problem: RawProblem, code: string | undefined): void {
  const { socket, current, newest, waiting } = connection
  // The error may be in the body of a request already being handled, which would wait for the rest forever.
  const broken = newest?.request.complete === false ? newest : undefined
  if (broken !== undefined && waiting.at(-1) === broken) waiting.pop()
  const isAnswered = broken?.response.headersSent === true || code === 'HPE_CLOSED_CONNECTION'
  connection.finish = isAnswered ? () => socket.end() : () => writeProblem(socket, problem)
  if (current === undefined || (current === broken && !isAnswered)) connection.finish()
}

function brokenRequest(code: string | undefined): RawProblem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const detail = 'The request headers are too large.'
    return { status: 431, reason: 'Request Header Fields Too Large', code: 'payload_too_large', detail }
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, reason: 'Request Timeout', detail: 'The request did not arrive in time.' }
  return { status: 400, reason: 'Bad Request', detail: 'This is not well-formed HTTP.' }
}
