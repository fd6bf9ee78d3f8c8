import { elapsedMs, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { backoffMs } from '@aerie/runtime/backoff'
import WebSocket from 'ws'
import type { Environment } from './environment.ts'
import { retryAfterMs } from './http-json.ts'
import type { Cancel } from './timers.ts'
import { untilText } from './upstream-error.ts'

/** Short: recovery is noticed within ten seconds. */
const BACK_OFF = { baseMs: SECOND_MS, capMs: 8 * SECOND_MS, leastMs: 100 }
const HANDSHAKE_MS = 5 * SECOND_MS
const FIRST_DATA_MS = 8 * SECOND_MS
/** Handshake refusals that require a pause, and its default length. A 403 is often temporary. */
const STAY_AWAY_MS: Readonly<Record<number, number>> = { 418: 2 * MINUTE_MS, 429: 10 * SECOND_MS, 451: MINUTE_MS }
const REFUSAL_MESSAGES: Readonly<Record<number, string>> = {
  403: 'blocks this server (403)',
  418: 'has blocked this server for a while (418)',
  429: 'is limiting requests (429)',
  451: 'does not serve this region (451)',
}

/** Adapter callbacks; the adapter defines the protocol. */
export type SocketEvents = {
  readonly url: () => string
  readonly opened: (send: (text: string) => void) => void
  /** Returns true for market data, the only proof that the feed is alive. */
  readonly message: (text: string) => boolean
  readonly up: () => void
  /** Data stopped; reconnecting. `message` is a clause for the badge. */
  readonly down: (message: string) => void
}

/** When connections are dropped and replaced. */
export type SocketPolicy = {
  /** Longer silence ends a connection, whatever its state: three times the expected period. */
  readonly deadmanMs: number
  /** Connections are replaced at this age, with overlap; null: never. */
  readonly rotateAfterMs: number | null
  /** Longer messages end the connection: parsing would block everything else. */
  readonly maxMessageBytes: number
}

type Connection = {
  readonly socket: WebSocket
  lastDataAt: number
  hasDelivered: boolean
  readonly cancels: Set<Cancel>
}

/** Persistent upstream websocket: dead-man timer, reconnection with full jitter, planned replacement with overlap. */
export class ReconnectingSocket {
  readonly #events: SocketEvents
  readonly #plan: SocketPolicy
  readonly #env: Environment
  readonly #open = new Set<Connection>()
  #current: Connection | undefined
  #failures = 0
  #cancelReconnect: Cancel | undefined
  #isStopped = true
  #isDown = false

  constructor(events: SocketEvents, plan: SocketPolicy, env: Environment) {
    this.#events = events
    this.#plan = plan
    this.#env = env
  }

  start(): void {
    this.#isStopped = false
    this.#connect()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelReconnect?.()
    for (const connection of this.#open) this.#end(connection)
    this.#current = undefined
  }

  /** Sends on the active connection; dropped without one, since subscriptions are repeated on each open. */
  send(text: string): void {
    const connection = this.#current
    if (connection?.socket.readyState === WebSocket.OPEN) connection.socket.send(text)
  }

  rotate(): void {
    if (!this.#isStopped && this.#current !== undefined && this.#open.size === 1) this.#connect()
  }

  /** Drops the connection and reconnects because its data may be stale. `message` is a clause for the badge. */
  restart(message: string): void {
    for (const connection of this.#open) this.#lost(connection, message)
  }

  #connect(): void {
    this.#cancelReconnect = undefined
    const socket = new WebSocket(this.#events.url(), {
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: this.#plan.maxMessageBytes,
    })
    const connection: Connection = { socket, lastDataAt: elapsedMs(this.#env.clock), hasDelivered: false, cancels: new Set() }
    this.#open.add(connection)
    socket.on('open', () => {
      connection.lastDataAt = elapsedMs(this.#env.clock)
      this.#watch(connection)
      this.#events.opened((text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      })
    })
    socket.on('message', (data: WebSocket.RawData) => this.#onMessage(connection, textOf(data)))
    socket.on('unexpected-response', (_request, response) => {
      const status = response.statusCode ?? 0
      const asked = retryAfterMs(response.headers['retry-after'] ?? null, response.headers.date ?? null, this.#env.clock.now())
      response.resume()
      this.#refused(connection, status, asked)
    })
    socket.on('error', (error) => this.#lost(connection, errorText(error, connection.hasDelivered)))
    socket.on('close', () => this.#lost(connection, 'closed the connection'))
  }

  /** Retry-After is honoured only for "too many requests"; a failing server is guessing. */
  #refused(connection: Connection, status: number, asked: number | null): void {
    const isBan = status === 429 || status === 418
    const stayAwayMs = (isBan ? asked : null) ?? STAY_AWAY_MS[status] ?? 0
    const message = REFUSAL_MESSAGES[status] ?? `refused the connection (${status})`
    this.#lost(connection, isBan ? `${message} ${untilText(this.#env.clock.now() + stayAwayMs)}` : message, stayAwayMs)
  }

  #onMessage(connection: Connection, text: string): void {
    if (!this.#open.has(connection)) return
    // A message may end its own connection.
    if (!this.#events.message(text) || !this.#open.has(connection)) return
    connection.lastDataAt = elapsedMs(this.#env.clock)
    if (connection.hasDelivered) return
    connection.hasDelivered = true
    this.#failures = 0
    this.#current = connection
    for (const other of this.#open) if (other !== connection) this.#end(other)
    this.#planRotation(connection)
    this.#isDown = false
    this.#events.up()
  }

  #planRotation(connection: Connection): void {
    if (this.#plan.rotateAfterMs === null) return
    connection.cancels.add(this.#env.timers.after(this.#plan.rotateAfterMs, () => this.rotate()))
  }

  /** Dead-man timer: checks again when the silence could exceed the limit. */
  #watch(connection: Connection): void {
    const patience = connection.hasDelivered ? this.#plan.deadmanMs : Math.min(this.#plan.deadmanMs, FIRST_DATA_MS)
    const left = connection.lastDataAt + patience - elapsedMs(this.#env.clock)
    if (left <= 0) {
      this.#lost(connection, 'has stopped sending data')
      return
    }
    const cancel = this.#env.timers.after(left, () => {
      connection.cancels.delete(cancel)
      this.#watch(connection)
    })
    connection.cancels.add(cancel)
  }

  #lost(connection: Connection, message: string, stayAwayMs = 0): void {
    if (!this.#open.has(connection)) return
    this.#end(connection)
    if (this.#isStopped) return
    if (this.#current === connection) this.#current = undefined
    this.#failures += 1
    const wait = Math.max(stayAwayMs, backoffMs(this.#failures, BACK_OFF, this.#env.random))
    if (this.#current === undefined && !this.#isDown) {
      this.#isDown = true
      this.#events.down(message)
    }
    if (this.#open.size > (this.#current === undefined ? 0 : 1)) return
    this.#cancelReconnect?.()
    this.#cancelReconnect = this.#env.timers.after(wait, () => this.#connect())
  }

  #end(connection: Connection): void {
    this.#open.delete(connection)
    for (const cancel of connection.cancels) cancel()
    // A socket closed while connecting emits an error that no one handles.
    connection.socket.removeAllListeners()
    connection.socket.on('error', () => undefined)
    connection.socket.terminate()
  }
}

function errorText(error: Error, hasDelivered: boolean): string {
  if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return 'sent a message that is too long'
  return hasDelivered ? 'broke the connection' : 'cannot be reached'
}

function textOf(data: WebSocket.RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString()
}
