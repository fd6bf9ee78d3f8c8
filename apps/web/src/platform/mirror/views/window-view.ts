import type { MirrorSession } from '@aerie/mirror/mirror-session'
import { instrumentContextOf, rangeContextOf, type SharedChange, type SharedView } from '@aerie/mirror/shared-view'
import { once } from '@aerie/runtime/once'
import { LAYOUT_LIMIT } from '@aerie/wire/workspace/mirror'
import { notify } from '../../toasts/toast.ts'
import { onOwnCursor, onOwnRange, receiveCursor, receiveRange } from '../channel-link.ts'
import { type LayoutCause, onOwnFragment, onOwnLayout, ownLayout, receiveLayout, receiveLayoutFragment } from '../layout-link.ts'
import { type DetachedPart, useMirror } from '../mirror-store.ts'
import { CHANNELS, type Channel, type ChannelView, channelOf, onChannelChange, setChannel, useViewState } from './view-state.ts'

/** Runs work once per frame; of each key only the last entry. */
type FrameQueue = { readonly set: (key: string, work: () => void) => void; readonly clear: () => void }

function frameQueue(): FrameQueue {
  const waiting = new Map<string, () => void>()
  let frame = 0
  const run = (): void => {
    frame = 0
    const due = [...waiting.values()]
    waiting.clear()
    for (const work of due) work()
  }
  return {
    set: (key, work) => {
      waiting.set(key, work)
      frame ||= requestAnimationFrame(run)
    },
    clear: () => {
      cancelAnimationFrame(frame)
      frame = 0
      waiting.clear()
    },
  }
}

export class WindowView {
  #session: MirrorSession | undefined
  #isWished = false
  readonly #frames = frameQueue()
  readonly #stops: Array<() => void> = []

  join(session: MirrorSession): void {
    this.#session = session
    this.#stops.push(
      onChannelChange((channel, change) => this.#onUser(channel, change)),
      onOwnRange((channel, range) => {
        this.#detachAsFollower(channel, 'range')
        if (this.#leads())
          this.#frames.set(`range ${channel}`, () =>
            session.publish({ type: 'range', channel, context: range === null ? null : rangeContextOf(range) }),
          )
      }),
      onOwnCursor((channel, at) => {
        if (this.#leads()) this.#frames.set(`cursor ${channel}`, () => session.publish({ type: 'cursor', channel, at }))
      }),
      onOwnLayout((layout, why) => this.#onLayout(layout, why)),
      onOwnFragment((fragment) => this.#onFragment(fragment)),
    )
  }

  close(): void {
    for (const stop of this.#stops) stop()
    this.#frames.clear()
    clearCursors()
  }

  wish(): void {
    this.#isWished = true
  }

  lead(): void {
    const session = this.#session
    if (session === undefined) return
    const isWished = this.#isWished
    this.#isWished = false
    // On takeover after the leader left, continue with the shared view, not with a detached one.
    if (!isWished) this.rejoin()
    this.#setDetached(new Set())
    clearCursors()
    session.shareAll(ownView(session.view.layout))
    if (isWished) session.keepAsLeader()
  }

  show(shared: SharedView, change: SharedChange | { readonly type: 'state' }): void {
    if (change.type === 'state') this.#showAll(shared)
    else if (change.type === 'layout') this.#showLayout(change.layout)
    else {
      const channel = channelOf(change.channel)
      if (channel !== null && !this.#isOnItsOwn(channel)) showChange(channel, change)
    }
  }

  showFragment(fragment: string): void {
    if (this.#isOnItsOwn('layout')) return
    const parsed = parseJson(fragment)
    if (parsed !== undefined) receiveLayoutFragment(parsed)
  }

  detach(part: DetachedPart): void {
    const { detached } = useMirror.getState()
    if (this.#leads() || detached.has(part) || detached.has('all')) return
    this.#setDetached(new Set([...detached, part]))
    if (part !== 'layout') clearCursors()
  }

  rejoin(): void {
    this.#setDetached(new Set())
    if (this.#session !== undefined) this.#showAll(this.#session.view)
  }

  /** Whether this window's changes are shared: if another machine leads, this window only relays. */
  #leads(): boolean {
    return this.#session?.isLeader === true && useMirror.getState().relay.isHolder
  }

  #isOnItsOwn(part: DetachedPart): boolean {
    const { detached } = useMirror.getState()
    return detached.has('all') || detached.has(part)
  }

  #setDetached(detached: ReadonlySet<DetachedPart>): void {
    useMirror.setState({ detached })
    this.#session?.describe({ isDetached: detached.size > 0 })
  }

  #showAll({ channels, layout }: SharedView): void {
    for (const channel of CHANNELS) {
      const shared = channels.get(channel)
      if (shared === undefined || this.#isOnItsOwn(channel)) continue
      const { range, ...rest } = shared
      setChannel(channel, rest)
      receiveRange(channel, range)
    }
    if (layout !== null) this.#showLayout(layout)
  }

  #showLayout(text: string): void {
    if (this.#isOnItsOwn('layout') || text === JSON.stringify(ownLayout())) return
    const layout = parseJson(text)
    if (layout !== undefined) receiveLayout(layout)
  }

  #onUser(channel: Channel, change: Partial<ChannelView>): void {
    const { instrument, interval, hours } = change
    if (instrument === undefined && interval === undefined && hours === undefined) return
    this.#detachAsFollower(channel, 'selection')
    const session = this.#session
    if (session === undefined || !this.#leads()) return
    if (instrument !== undefined) session.publish({ type: 'instrument', channel, context: instrumentContextOf(instrument) })
    if (interval !== undefined || hours !== undefined) {
      const now = useViewState.getState().channels[channel]
      session.publish({ type: 'timeframe', channel, interval: now.interval, hours: now.hours })
    }
  }

  #detachAsFollower(part: Channel | 'layout', what: 'selection' | 'range' | 'layout'): void {
    const state = this.#session?.state()
    if (
      state === undefined ||
      state.role === 'starting' ||
      this.#leads() ||
      state.mode === 'OFF' ||
      (state.mode === 'SELECTION' && what !== 'selection')
    )
      return
    this.detach(part)
  }

  #onLayout(layout: unknown, why: LayoutCause): void {
    const session = this.#session
    const text = JSON.stringify(layout)
    if (session === undefined || text === session.view.layout || !isSmall(text)) return
    if (this.#leads() && why === 'received') session.keepLayout(text)
    else if (this.#leads()) this.#frames.set('layout', () => session.publish({ type: 'layout', layout: text }))
    else if (why === 'changed') this.#detachAsFollower('layout', 'layout')
  }

  #onFragment(fragment: unknown): void {
    const text = JSON.stringify(fragment)
    if (isSmall(text)) this.#session?.publishFragment(text)
  }
}

/** All channels, and the workspace's layout or, if none is open, the previous one. */
const ownView = (before: string | null): SharedView => {
  const { channels } = useViewState.getState()
  const layout = ownLayout() === undefined ? before : JSON.stringify(ownLayout())
  return { channels: new Map(CHANNELS.map((channel) => [channel, channels[channel]])), layout }
}

function showChange(channel: Channel, change: Exclude<SharedChange, { type: 'layout' }>): void {
  if (change.type === 'instrument') setChannel(channel, { instrument: { symbol: change.context.id.ticker, label: change.context.name } })
  else if (change.type === 'timeframe') setChannel(channel, { interval: change.interval, hours: change.hours })
  else if (change.type === 'cursor') receiveCursor(channel, change.at)
  else receiveRange(channel, change.context && { from: Date.parse(change.context.startTime), until: Date.parse(change.context.endTime) })
}

function clearCursors(): void {
  for (const channel of CHANNELS) receiveCursor(channel, null)
}

function isSmall(text: string): boolean {
  if (text.length <= LAYOUT_LIMIT) return true
  warnTooLarge()
  return false
}

const warnTooLarge = once((): void => notify('warning', 'This layout is too large to mirror (over 256 kB).'))

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    console.warn('A layout of another window is no JSON and was left out.', error)
    return undefined
  }
}
