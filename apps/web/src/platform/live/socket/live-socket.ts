import { every } from '@aerie/runtime/ticker'
import { eventSubscriber } from '@aerie/wire/event-subscriber'
import { INVALID_TOKEN_MESSAGE, type LiveCommand, liveEvents } from '@aerie/wire/market/live-socket'
import { io } from 'socket.io-client'
import { noteConnection } from '../../api/server-state.ts'
import { isServed } from '../../browser/chunk-recovery.ts'
import { momentNow, sinceMs } from '../../browser/elapsed.ts'
import { recoverSession, useSession } from '../../session/session.ts'
import { readStored } from '../../storage/storage.ts'
import { failList, receivePage, toWire, useAssetsList } from '../market/assets-list.ts'
import { advanceMarketTime, setLink, setStatus } from '../market/market-status.ts'
import { applyStats, applyTicks, watchedSymbols } from '../market/quotes.ts'
import { followUser } from './live-client.ts'
import { type LiveSocket, type LiveTransport, reportFault } from './live-transport.ts'
import { startPolling, stopPolling } from './polling.ts'

type LiveNamespace = LiveTransport & { readonly io: LiveManager }
export const SOCKET_OPTIONS = {
  transports: ['websocket'],
  autoConnect: false,
  timeout: 20_000,
  reconnection: true,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
}
/** After this many consecutive failures sockets seem to be blocked (by a proxy, say): rows are polled by HTTP. */
export const TRIES_BEFORE_POLLING = 2
/** Also after an attempt has hung this long: something accepts connections but never responds. */
export const POLL_AFTER_MS = 5000

export function openLiveSocket(): LiveSocket {
  const socket = io('/live', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) })
  return attachLive(socket)
}

/** Handshake credentials: none for a guest, as an empty token would be refused. */
export function credentials(): { token?: string } {
  const token = readStored('token')
  return token === null ? {} : { token }
}

export function attachLive(socket: LiveNamespace): LiveSocket {
  const live: LiveSocket = {
    sendRequest: () => sendRequest(socket),
    sendWatch: () => sendWatch(socket),
    join: (part) => part(socket),
  }
  subscribeToMessages(socket)
  subscribeToConnection(socket, live)
  reconnectOnLogin(socket)
  socket.connect()
  return live
}

function subscribeToMessages(socket: LiveTransport): void {
  const subscribe = eventSubscriber(liveEvents, reportFault)
  subscribe(socket, 'assets', receivePage)
  subscribe(socket, 'ticks', applyTicks)
  subscribe(socket, 'status', setStatus)
  subscribe(socket, 'stats', (stats) => {
    advanceMarketTime(stats.as_of)
    applyStats(stats.rows)
  })
  subscribe(socket, 'error', (error) => {
    console.warn(`The market list was refused: ${error.message} (${error.code})`)
    failList()
  })
  subscribe(socket, 'wallet_error', (error) => console.warn(`Wallet: ${error.message} (${error.code})`))
}

function subscribeToConnection(socket: LiveNamespace, live: LiveSocket): void {
  let refusals = 0
  let isUp = false
  const { tryNow, tryAgain } = keepAlive(socket, socket.io)
  const poll = (): void => startPolling({ onBack: tryNow, onAnswer: tryAgain })
  let timer = setTimeout(poll, POLL_AFTER_MS)
  socket.on('connect', () => {
    refusals = 0
    isUp = true
    noteConnection(true)
    clearTimeout(timer)
    stopPolling()
    setLink('socket')
    live.sendRequest()
    if (watchedSymbols().length > 0) live.sendWatch()
    if (useSession.getState().token !== null) void followUser()
  })
  socket.on('disconnect', (reason: string) => {
    // Also emitted when an attempt is abandoned.
    if (!isUp) return
    isUp = false
    console.info('Disconnected')
    setLink('connecting')
    noteConnection(false)
    timer = setTimeout(poll, POLL_AFTER_MS)
    // A disconnect by the server (revoked session, flood) stops the client's reconnection: resumes it here.
    if (reason === 'io server disconnect') setTimeout(() => connectOnce(socket), SOCKET_OPTIONS.reconnectionDelay)
  })
  socket.on('connect_error', (error: Error) => {
    if (error.message === INVALID_TOKEN_MESSAGE) return void renewAndConnect(socket)
    console.warn('The live connection failed:', error.message)
    noteConnection(false)
    refusals += 1
    if (refusals >= TRIES_BEFORE_POLLING) poll()
    // Unlike a failed connection, a refusal by the server is not retried by the client.
    if (!socket.active) setTimeout(() => connectOnce(socket), SOCKET_OPTIONS.reconnectionDelayMax)
  })
}

/** Refused token: the cookie may renew it; otherwise the session expires and the market continues as for a guest. */
export async function renewAndConnect(socket: LiveTransport): Promise<void> {
  const outcome = await recoverSession(readStored('token')).catch((error: unknown) => {
    reportError(error)
    return 'unreachable'
  })
  if (outcome === 'renewed') connectOnce(socket)
  if (outcome === 'unreachable') setTimeout(() => connectOnce(socket), SOCKET_OPTIONS.reconnectionDelayMax)
}

/** A second request while the first is pending would join twice and receive every event twice. */
export function connectOnce(socket: LiveTransport): void {
  if (!socket.active) socket.connect()
}

function reconnectOnLogin(socket: LiveTransport): void {
  useSession.subscribe((now, before) => {
    if (now.user?.user_id !== before.user?.user_id) {
      socket.disconnect()
      socket.connect()
    }
    // Disconnected after a refused token; another window has brought a new one.
    else if (now.token !== before.token) connectOnce(socket)
  })
}

function sendRequest(socket: LiveTransport): void {
  const { request } = useAssetsList.getState()
  if (request !== null && socket.connected) send(socket, 'assets', toWire(request))
}

function sendWatch(socket: LiveTransport): void {
  if (socket.connected) send(socket, 'watch', { symbols: watchedSymbols() })
}

const send = (socket: LiveTransport, command: LiveCommand, message: unknown): unknown => socket.emit(command, message)

type LiveManager = {
  on(event: 'open' | 'error' | 'close' | 'reconnect_attempt' | 'packet' | 'ping', listener: () => void): unknown
  readonly _readyState: string
  /** Stops any activity. Its public name is not in the library's types; the version is pinned and a test covers it. */
  _close(): void
}
type WatchedSocket = { readonly connected: boolean; connect(): unknown }

/**
 * Longer than a healthy connection is silent (the server pings every 10 s) and than an attempt may take (20 s, plus 5 s until the next).
 */
export const SILENT_MS = 30_000
const LOOK_EVERY_MS = 5000
/**
 * Such an attempt hangs if HTTP works. Chromium makes one handshake per host at a time: it would block all windows for Socket.IO's 20 s.
 */
export const HANGS_AFTER_MS = 5000
/** The next may take twice as long, up to Socket.IO's own limit: the network may be slow. */
const LONGEST_MS = 20_000
/** An attempt this young is not restarted when the page becomes visible. */
const YOUNG_MS = 1000
/** Start and end of attempts, and packets of an open connection; there is no event for a connection not yet accepted. */
const TRIED = ['open', 'error', 'close', 'reconnect_attempt'] as const
const ACTIVITY_EVENTS = ['packet', 'ping'] as const

export type Reconnector = {
  readonly tryNow: () => void
  /** Call when the server has responded by HTTP: restarts a hanging attempt. */
  readonly tryAgain: () => void
}

/** Reconnects at once when the network or visibility returns; restarts after too long a silence, or a hanging attempt while HTTP works. */
export function keepAlive(socket: WatchedSocket, manager: LiveManager): Reconnector {
  let sign = momentNow()
  let hangsAfter = HANGS_AFTER_MS
  const isSilent = (afterMs = SILENT_MS): boolean => sinceMs(sign) > afterMs
  const isHanging = (): boolean => manager._readyState === 'opening' && sinceMs(sign) >= hangsAfter
  const note = (): void => {
    sign = momentNow()
  }
  for (const event of TRIED) manager.on(event, note)
  manager.on('open', () => {
    hangsAfter = HANGS_AFTER_MS
  })
  for (const event of ACTIVITY_EVENTS) manager.on(event, () => socket.connected && note())
  const begin = (): void => {
    note()
    // Ends a hanging attempt or a pending delay; `open()` alone would leave the manager in its reconnecting state.
    manager._close()
    socket.connect()
  }
  const tryNow = (): void => {
    if (!socket.connected || isSilent()) begin()
  }
  const tryAgain = (): void => {
    if (!isHanging()) return
    hangsAfter = Math.min(LONGEST_MS, 2 * hangsAfter)
    begin()
  }
  const look = (): void => {
    if (isSilent()) begin()
    else if (isHanging()) void isServed().then((isThere) => isThere && tryAgain())
  }
  // A connection from before the network change may be dead without notice.
  addEventListener('online', begin)
  document.addEventListener('visibilitychange', () => !document.hidden && isSilent(YOUNG_MS) && tryNow())
  // By the wall clock: timers stop while a machine sleeps or a tab is frozen.
  every(LOOK_EVERY_MS, look)
  return { tryNow, tryAgain }
}
