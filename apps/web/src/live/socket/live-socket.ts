import { every } from '@aerie/runtime/ticker'
import { hearing } from '@aerie/wire/hear'
import type { LiveCommand } from '@aerie/wire/market/live-commands'
import { INVALID_TOKEN_MESSAGE, liveEvents } from '@aerie/wire/market/live-events'
import { io } from 'socket.io-client'
import { isServed } from '../../lib/chunk-recovery.ts'
import { momentNow, sinceMs } from '../../lib/elapsed.ts'
import { noteConnection } from '../../lib/http/server-state.ts'
import { readStored } from '../../lib/storage/storage.ts'
import { recoverSession, useSession } from '../../session/session.ts'
import { failList, receivePage, toWire, useAssetsList } from '../market/assets-list.ts'
import { putMarketTime, putStatus, setLink } from '../market/market-status.ts'
import { applyStats, applyTicks } from '../market/quotes.ts'
import { watchedSymbols } from '../market/watched.ts'
import { followUser } from './live-client.ts'
import type { LiveSocket, LiveTransport } from './live-transport.ts'
import { startPolling, stopPolling } from './polling.ts'
import { reportFault } from './report-fault.ts'

/** `/live` itself, with the connection under it. */
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
/** After this many refusals in a row no socket seems to get through (a proxy, say): rows are asked for by HTTP. */
export const TRIES_BEFORE_POLLING = 2
/** A try that neither succeeds nor fails within this time counts as well: something accepts connections and says nothing. */
export const POLL_AFTER_MS = 5000

/** Opens `/live` with the token that is stored at the moment of each connection. */
export function openLiveSocket(): LiveSocket {
  const socket = io('/live', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) })
  return attachLive(socket)
}

/** What goes into the handshake: nothing for a guest, for whom an empty token would be a bad one. */
export function credentials(): { token?: string } {
  const token = readStored('token')
  return token === null ? {} : { token }
}

/** Joins a connection to the stores and connects it. */
export function attachLive(socket: LiveNamespace): LiveSocket {
  const live: LiveSocket = {
    sendRequest: () => sendRequest(socket),
    sendWatch: () => sendWatch(socket),
    join: (part) => part(socket),
  }
  hearMessages(socket)
  hearConnection(socket, live)
  reconnectOnLogin(socket)
  socket.connect()
  return live
}

function hearMessages(socket: LiveTransport): void {
  const hear = hearing(liveEvents, reportFault)
  hear(socket, 'assets', receivePage)
  hear(socket, 'ticks', applyTicks)
  hear(socket, 'status', putStatus)
  hear(socket, 'stats', (stats) => {
    putMarketTime(stats.as_of)
    applyStats(stats.rows)
  })
  hear(socket, 'error', (error) => {
    console.warn(`The market list was refused: ${error.message} (${error.code})`)
    failList()
  })
  hear(socket, 'wallet_error', (error) => console.warn(`Wallet: ${error.message} (${error.code})`))
}

function hearConnection(socket: LiveNamespace, live: LiveSocket): void {
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
    // Said too when a try is given up.
    if (!isUp) return
    isUp = false
    console.info('Disconnected')
    setLink('connecting')
    noteConnection(false)
    timer = setTimeout(poll, POLL_AFTER_MS)
    // The server's own word (a revoked session, a flood) stops the client's reconnecting: it is taken up here.
    if (reason === 'io server disconnect') setTimeout(() => connectOnce(socket), SOCKET_OPTIONS.reconnectionDelay)
  })
  socket.on('connect_error', (error: Error) => {
    if (error.message === INVALID_TOKEN_MESSAGE) return void renewAndConnect(socket)
    console.warn('The live connection failed:', error.message)
    noteConnection(false)
    refusals += 1
    if (refusals >= TRIES_BEFORE_POLLING) poll()
    // A refusal by the server itself, unlike a failed connection, is not tried again by the client.
    if (!socket.active) setTimeout(() => connectOnce(socket), SOCKET_OPTIONS.reconnectionDelayMax)
  })
}

/** A refused token: the cookie may still renew it; if not, the session expires and the market goes on as for a guest. */
export async function renewAndConnect(socket: LiveTransport): Promise<void> {
  const outcome = await recoverSession(readStored('token')).catch((error: unknown) => {
    reportError(error)
    return 'unreachable'
  })
  if (outcome === 'renewed') connectOnce(socket)
  if (outcome === 'unreachable') setTimeout(() => connectOnce(socket), SOCKET_OPTIONS.reconnectionDelayMax)
}

/** Asked a second time while the first waits to be let in, the server would let it in twice, and tell it everything twice. */
export function connectOnce(socket: LiveTransport): void {
  if (!socket.active) socket.connect()
}

/** The connection belongs to whoever made it: after a login or a logout it is made again. */
function reconnectOnLogin(socket: LiveTransport): void {
  useSession.subscribe((now, before) => {
    if (now.user?.user_id !== before.user?.user_id) {
      socket.disconnect()
      socket.connect()
    }
    // Given up with a token that was refused; another window has brought a new one.
    else if (now.token !== before.token) connectOnce(socket)
  })
}

function sendRequest(socket: LiveTransport): void {
  const { request } = useAssetsList.getState()
  if (request !== null && socket.connected) tell(socket, 'assets', toWire(request))
}

function sendWatch(socket: LiveTransport): void {
  if (socket.connected) tell(socket, 'watch', { symbols: watchedSymbols() })
}

const tell = (socket: LiveTransport, command: LiveCommand, message: unknown): unknown => socket.emit(command, message)

/** The part of a Socket.IO manager that is used here: the one connection under all namespaces. */
type LiveManager = {
  on(event: 'open' | 'error' | 'close' | 'reconnect_attempt' | 'packet' | 'ping', listener: () => void): unknown
  /** `opening` from the beginning of a try until the server has spoken. */
  readonly _readyState: string
  /** Ends whatever it is doing. Its public name for this is hidden by its types; the library is pinned, and a test uses the real one. */
  _close(): void
}
/** The namespace that is always wanted. */
type WatchedSocket = { readonly connected: boolean; connect(): unknown }

/**
 * Longer than a healthy connection is silent (the server pings every 10 s) and than a try may take (20 s,
 * and 5 s until the next). After this, what is waited for will not come: the other end is gone without a word, or a try was
 * never followed by another.
 */
export const SILENT_MS = 30_000
const LOOK_EVERY_MS = 5000
/**
 * A try this old hangs where HTTP answers: a server that went away has accepted it and will never speak. Chromium makes one
 * handshake to a host at a time, so that it would hold those of all windows, a hidden one's too, for Socket.IO's 20 s.
 */
export const HANGS_AFTER_MS = 5000
/** The next may take twice as long, up to Socket.IO's own limit: a network may be slow. */
const LONGEST_MS = 20_000
/** A try this young is left alone when the page is looked at. */
const YOUNG_MS = 1000
/** A try that begins or ends, and what is heard of a connection that stands: of one that still waits to be let in, it says nothing. */
const TRIED = ['open', 'error', 'close', 'reconnect_attempt'] as const
const HEARD = ['packet', 'ping'] as const

export type Reconnector = {
  /** Tries now, whatever the connection waits for; does nothing while it stands. */
  readonly tryNow: () => void
  /** For whenever the server has answered by HTTP: tries again where a try hangs. */
  readonly tryAgain: () => void
}

/**
 * Tries at once, instead of waiting out the delay, when the network is back or the page is looked at again; starts over
 * where nothing has been heard or tried for too long, and where a try hangs while the server answers by HTTP.
 */
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
  for (const event of HEARD) manager.on(event, () => socket.connected && note())
  const begin = (): void => {
    note()
    // Ends a try that hangs and a delay that runs; `open()` beside them would leave the manager believing that it still tries.
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
  // What stood before the network changed may be gone without a word.
  addEventListener('online', begin)
  document.addEventListener('visibilitychange', () => !document.hidden && isSilent(YOUNG_MS) && tryNow())
  // The machine's clock, not timers: while a machine sleeps or a tab is frozen, these stand still.
  every(LOOK_EVERY_MS, look)
  return { tryNow, tryAgain }
}
