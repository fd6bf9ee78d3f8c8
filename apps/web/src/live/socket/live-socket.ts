import { hearing } from '@aerie/wire/hear'
import type { LiveCommand } from '@aerie/wire/market/live-commands'
import { INVALID_TOKEN_MESSAGE, liveEvents } from '@aerie/wire/market/live-events'
import { io } from 'socket.io-client'
import { noteConnection } from '../../lib/http/server-state.ts'
import { readStored } from '../../lib/storage/storage.ts'
import { recoverSession, useSession } from '../../session/session.ts'
import { failList, receivePage, toWire, useAssetsList } from '../market/assets-list.ts'
import { putMarketTime, putStatus, setLink } from '../market/market-status.ts'
import { applyStats, applyTicks } from '../market/quotes.ts'
import { watchedSymbols } from '../market/watched.ts'
import { keepAlive, type LiveManager } from './keep-alive.ts'
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
