import type { MirrorSession } from '@aerie/mirror/mirror-session'
import { snapshotOf, viewOf } from '@aerie/mirror/shared-view'
import { eventSubscriber } from '@aerie/wire/event-subscriber'
import { INVALID_TOKEN_MESSAGE } from '@aerie/wire/market/live-socket'
import { MIRROR_VERSION, type MirrorBody, mirrorEvents, RELAY_LIMIT_BYTES, type RelayBody } from '@aerie/wire/workspace/mirror'
import { io } from 'socket.io-client'
import { credentials, renewAndConnect, SOCKET_OPTIONS } from '../live/socket/live-socket.ts'
import { type LiveTransport, reportFault } from '../live/socket/live-transport.ts'
import { NO_RELAY, useMirror } from './mirror-store.ts'
import type { WindowView } from './views/window-view.ts'

/** The server accepts 20 messages per second and connection; other features share them. */
const SEND_EVERY_MS = 150

type Parts = { readonly session: MirrorSession; readonly view: WindowView; readonly browser: string; readonly wantsLead: () => boolean }
type Published = MirrorBody<'cursor' | 'layout-fragment'> | { readonly type: Exclude<MirrorBody['type'], 'cursor' | 'layout-fragment'> }

export const openRelay = (parts: Parts): RelayLink =>
  new RelayLink(io('/mirror', { ...SOCKET_OPTIONS, auth: (give) => give(credentials()) }), parts)

export class RelayLink {
  readonly #socket: LiveTransport
  readonly #parts: Parts
  readonly #waiting = new Map<string, RelayBody>()
  #isClosed = false
  #term = 0
  #seq = 0
  /** Last received position: older messages never replace newer ones. */
  #received = { term: 0, seq: 0 }
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(socket: LiveTransport, parts: Parts) {
    this.#socket = socket
    this.#parts = parts
    const subscribe = eventSubscriber(mirrorEvents, reportFault)
    subscribe(socket, 'lease', ({ term, holder, machines }) => this.#onLease(term, holder === parts.browser, machines))
    subscribe(socket, 'wanted', () => this.#isHolder() && this.#sendState())
    subscribe(socket, 'relayed', ({ session, term, seq, body }) => {
      if (session !== parts.browser && this.#isNew(term, seq, body)) this.#take(body)
    })
    subscribe(socket, 'error', ({ code, message }) => console.info(`Across machines: ${message} (${code})`))
    this.#connect()
  }

  /** Sends this window's changes to the other machines if this one leads; layout fragments are always sent. */
  published(body: Published): void {
    if (body.type === 'layout-fragment') this.#sendSoon(body)
    else if (!this.#isHolder()) return
    else if (body.type === 'cursor') this.#sendSoon(body)
    else this.#sendState()
  }

  lead(): void {
    if (this.#socket.connected) this.#socket.emit('lead', {})
  }

  close(): void {
    this.#put({ ...NO_RELAY, isOn: useMirror.getState().relay.isOn })
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#socket.disconnect()
  }

  #connect(): void {
    const socket = this.#socket
    const again = (): void => {
      if (!this.#isClosed) socket.connect()
    }
    socket.on('connect', () => {
      this.#received = { term: 0, seq: 0 }
      socket.emit('join', { v: MIRROR_VERSION, session: this.#parts.browser })
      if (this.#parts.wantsLead()) socket.emit('lead', {})
    })
    socket.on('disconnect', (reason: string) => {
      this.#put({ link: 'connecting', machines: 0, isHolder: true })
      if (reason === 'io server disconnect') setTimeout(again, SOCKET_OPTIONS.reconnectionDelay)
    })
    socket.on('connect_error', (error: Error) => {
      if (this.#isClosed) return
      if (error.message === INVALID_TOKEN_MESSAGE) void renewAndConnect(socket).catch(reportError)
      else if (!socket.active) setTimeout(again, SOCKET_OPTIONS.reconnectionDelayMax)
    })
    this.#put({ link: 'connecting' })
    socket.connect()
  }

  #isHolder(): boolean {
    return useMirror.getState().relay.isHolder
  }

  #put(change: Partial<typeof NO_RELAY>): void {
    if (!this.#isClosed) useMirror.setState(({ relay }) => ({ relay: { ...relay, ...change } }))
  }

  #onLease(term: number, isMine: boolean, machines: number): void {
    this.#term = term
    this.#put({ link: 'on', machines, isHolder: isMine })
    if (isMine) this.#sendState()
  }

  #isNew(term: number, seq: number, body: RelayBody): boolean {
    if (body.type === 'layout-fragment') return true
    if (this.#isHolder() || term < this.#received.term || (term === this.#received.term && seq <= this.#received.seq)) return false
    this.#received = { term, seq }
    return true
  }

  #take(body: RelayBody): void {
    const { session, view } = this.#parts
    const { mode } = session.state()
    if (mode === 'OFF') return
    if (body.type === 'layout-fragment') {
      session.handOnFragment(body.fragment)
      view.showFragment(body.fragment)
    } else if (body.type === 'cursor') {
      if (mode !== 'ALL') return
      session.publish(body)
      view.show(session.view, body)
    } else {
      const next = viewOf(body.state, mode, session.view)
      session.shareAll({ ...next, layout: next.layout ?? session.view.layout })
      view.show(session.view, { type: 'state' })
    }
  }

  #sendState(): void {
    const { session } = this.#parts
    const state = snapshotOf(session.view, session.state().mode)
    // A layout that exceeds the message limit is not sent; coin, timeframe and range still are.
    const layout = state.layout === null || state.layout.length > RELAY_LIMIT_BYTES / 2 ? null : state.layout
    this.#sendSoon({ type: 'state', state: { ...state, layout } })
  }

  #sendSoon(body: RelayBody): void {
    this.#waiting.set(body.type, body)
    this.#timer ??= setTimeout(() => this.#send(), SEND_EVERY_MS)
  }

  #send(): void {
    this.#timer = undefined
    const bodies = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const body of bodies) {
      const message = { term: this.#term, seq: this.#seq + 1, body }
      if (!this.#socket.connected || new TextEncoder().encode(JSON.stringify(message)).length > RELAY_LIMIT_BYTES) continue
      this.#seq += 1
      this.#socket.emit('publish', message)
    }
  }
}
