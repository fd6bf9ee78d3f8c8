import {
  LEADER_TYPES,
  MIRROR_VERSION,
  type MirrorBody,
  type MirrorMessage,
  type MirrorMode,
  type MirrorWindow,
  parseMirrorMessage,
} from '@aerie/wire/workspace/mirror'
import type { Bus } from './bus.ts'
import { election, type Locks, leaderLock } from './election.ts'
import { type Member, members } from './members.ts'
import { keepLeader, keepMode, restoreLeader, restoreMode, type Store } from './memory.ts'
import {
  isMirrored,
  isSharedChange,
  NOTHING_SHARED,
  type SharedChange,
  type SharedView,
  snapshotOf,
  viewOf,
  withChange,
} from './shared-view.ts'

/** How long a new window waits for an existing group before it starts an election. */
export const LISTEN_MS = 150
/** How long a new leader waits for the previous one to return, as after a reload, before it is stored as leader. */
export const KEEP_AFTER_MS = 30_000
/** Delay before a leader that received a later term rechecks: either its lock was stolen or the sender is outdated. */
const LOOK_AGAIN_MS = 60
/** Minimum interval between requests for state. */
const ASK_AGAIN_MS = 250

/** Dependencies of {@link MirrorSession}. */
export type MirrorDeps = {
  readonly bus: Bus
  readonly locks: Locks
  readonly store: Store
  readonly clock: { readonly now: () => number; readonly after: (ms: number, work: () => void) => () => void }
  readonly user: string
  readonly session: string
  /** UUID of this window until reload. */
  readonly from: string
  readonly window: MirrorWindow
  readonly on: {
    /** Called for changes of other windows only; a snapshot has type `state`. */
    readonly shared: (view: SharedView, change: SharedChange | { readonly type: 'state' }) => void
    readonly fragment: (fragment: string) => void
    readonly logout: () => void
    readonly state: () => void
    /** Called when this window becomes leader; the caller shares its view by `shareAll`. */
    readonly lead: () => void
    readonly published?: (body: SharedChange | { readonly type: 'state' } | MirrorBody<'layout-fragment'>) => void
    readonly error: (error: unknown) => void
  }
}

/** Counts of rejected messages and gaps. */
export type MirrorFaults = { malformed: number; version: number; old: number; gaps: number; otherUser: number; notLeader: number }

/** State of the mirror. */
export type MirrorState = {
  readonly role: 'starting' | 'leader' | 'follower'
  /** Increases with each leadership. */
  readonly term: number
  readonly leader: string | null
  readonly mode: MirrorMode
  readonly own: Member
  readonly others: readonly Member[]
  readonly faults: Readonly<MirrorFaults>
}

/** One window's mirror session: the leader publishes its view, followers apply it. No DOM, clock or storage of its own. */
export class MirrorSession {
  readonly #deps: MirrorDeps
  readonly #guard = new SequenceGuard()
  readonly #election
  readonly #members
  readonly #faults: MirrorFaults = { malformed: 0, version: 0, old: 0, gaps: 0, otherUser: 0, notLeader: 0 }
  #window: MirrorWindow
  #mode: MirrorMode
  #view: SharedView = NOTHING_SHARED
  #seq = 0
  #term = 0
  #leader: string | null = null
  #isClosed = false
  #isAsking = false
  #stateOf: string | null = null
  #isWanting = false
  #cancel: () => void = () => undefined
  #stopListening: (() => void) | undefined

  constructor(deps: MirrorDeps) {
    const { bus, locks, store, from, on, user } = deps
    this.#deps = deps
    this.#window = deps.window
    this.#mode = restoreMode(store)
    this.#term = restoreLeader(store)?.term ?? 0
    this.#election = election({
      locks,
      name: leaderLock(user),
      onLead: () => this.#lead(),
      onFollow: () => this.#follow(),
      onError: on.error,
    })
    this.#members = members({
      locks,
      from,
      onChange: () => on.state(),
      onGone: (gone) => this.#guard.forget(gone),
      onError: on.error,
    })
    bus.listen((given) => this.#hear(given))
    this.#members.ready.then(() => this.#begin(), on.error)
  }

  state(): MirrorState {
    const { from } = this.#deps
    return {
      role: this.#election.isLeader() ? 'leader' : this.#stopListening === undefined && this.#leader !== null ? 'follower' : 'starting',
      term: this.#term,
      leader: this.#leader,
      mode: this.#mode,
      own: { ...this.#window, from },
      others: this.#members.list(),
      faults: { ...this.#faults },
    }
  }

  get view(): SharedView {
    return this.#view
  }

  get isLeader(): boolean {
    return this.#election.isLeader()
  }

  /** No-op unless this window leads. */
  publish(change: SharedChange): boolean {
    if (!this.isLeader) return false
    this.#view = withChange(this.#view, change)
    this.#tell(change)
    this.#deps.on.published?.(change)
    return true
  }

  shareAll(view: SharedView): boolean {
    if (!this.isLeader) return false
    this.#view = view
    this.#tell({ type: 'state', state: snapshotOf(view, this.#mode) })
    this.#deps.on.published?.({ type: 'state' })
    return true
  }

  /** Stores the layout for late joiners without publishing it: the others already built it from a fragment. */
  keepLayout(layout: string): void {
    if (this.isLeader) this.#view = { ...this.#view, layout }
  }

  /** Any window may publish a fragment, not only the leader. */
  publishFragment(fragment: string): void {
    this.#tell({ type: 'layout-fragment', fragment })
    this.#deps.on.published?.({ type: 'layout-fragment', fragment })
  }

  handOnFragment(fragment: string): void {
    this.#tell({ type: 'layout-fragment', fragment })
  }

  lead(): void {
    this.#listened()
    this.#election.claim()
  }

  resign(): void {
    this.#election.resign()
  }

  setMode(mode: MirrorMode): void {
    if (mode === this.#mode) return
    this.#takeMode(mode)
    this.#tell({ type: 'mode', mode })
    if (this.isLeader) this.shareAll(this.#view)
  }

  describe(change: Partial<Pick<MirrorWindow, 'isFullscreen' | 'isDetached'>>): void {
    const next = { ...this.#window, ...change }
    if (next.isDetached === this.#window.isDetached && next.isFullscreen === this.#window.isFullscreen) return
    this.#window = next
    this.#tell({ type: 'present', window: next })
    this.#deps.on.state()
  }

  ask(): void {
    if (this.isLeader || this.#isClosed) return
    this.#isWanting = true
    if (this.#isAsking) return
    this.#isAsking = true
    this.#tell({ type: 'ask' })
    this.#deps.clock.after(ASK_AGAIN_MS, () => {
      this.#isAsking = false
      if (this.#isWanting && this.#members.list().length > 0) this.ask()
    })
  }

  emitLogout(): void {
    this.#tell({ type: 'logout' })
  }

  close(): void {
    if (this.#isClosed) return
    this.#tell({ type: 'bye' })
    this.#isClosed = true
    this.#cancel()
    this.#stopListening?.()
    this.#election.close()
    this.#members.close()
    this.#deps.bus.close()
  }

  #begin(): void {
    if (this.#isClosed) return
    this.#tell({ type: 'hello', window: this.#window })
    if (this.isLeader) return
    // An existing group responds within this time; its state must be applied before this window may lead.
    this.#stopListening = this.#deps.clock.after(LISTEN_MS, () => this.#listened())
  }

  #listened(): void {
    if (this.#stopListening === undefined) return
    this.#stopListening()
    this.#stopListening = undefined
    const isBack = restoreLeader(this.#deps.store)?.window === this.#window.id
    if (isBack) this.#election.claim()
    else this.#election.enqueue()
    this.#deps.on.state()
  }

  #lead(): void {
    const { clock, store, from, on } = this.#deps
    const kept = restoreLeader(store)
    // Higher than any known term; the clock covers terms neither received nor stored.
    this.#term = Math.max(this.#term + 1, (kept?.term ?? 0) + 1, clock.now())
    this.#leader = from
    this.#tell({ type: 'lead' })
    on.lead()
    on.state()
    this.#cancel()
    const keep = (): unknown => keepLeader(store, this.#window.id, this.#term)
    if (kept === null || kept.window === this.#window.id) keep()
    else this.#cancel = clock.after(KEEP_AFTER_MS, () => this.isLeader && keep())
  }

  /** Stores this window as leader across reloads, at the request of the user or the hook. */
  keepAsLeader(): void {
    if (this.isLeader) keepLeader(this.#deps.store, this.#window.id, this.#term)
  }

  #follow(): void {
    this.#cancel()
    if (this.#leader === this.#deps.from) this.#leader = null
    this.ask()
    this.#deps.on.state()
  }

  #takeMode(mode: MirrorMode): void {
    this.#mode = mode
    keepMode(this.#deps.store, mode)
    this.#deps.on.state()
  }

  #tell(body: MirrorBody): void {
    if (this.#isClosed || !isMirrored(body.type, this.#mode)) return
    this.#seq += 1
    const { user, session, from } = this.#deps
    this.#deps.bus.post({ v: MIRROR_VERSION, user, session, from, seq: this.#seq, term: this.#term, ...body })
  }

  #hear(given: unknown): void {
    const message = this.#isClosed ? null : parseMirrorMessage(given)
    if (message === null) return
    if (typeof message === 'string') this.#refuse(message)
    else if (message.from !== this.#deps.from) this.#hearOther(message)
  }

  #hearOther(message: MirrorMessage): void {
    const fault = this.#faultOf(message)
    if (fault !== null) this.#refuse(fault)
    if (fault !== null && fault !== 'gaps') return
    this.#take(message)
    // Full state is needed once per leader, after a gap, and while a request is unanswered.
    const isPartOnly = fault === 'gaps' || this.#isWanting || (LEADER_TYPES.includes(message.type) && this.#stateOf !== message.from)
    if (isPartOnly && message.type !== 'state') this.ask()
  }

  #faultOf(message: MirrorMessage): keyof MirrorFaults | null {
    if (message.user !== this.#deps.user) return 'otherUser'
    const freshness = this.#guard.take(message.from, message.seq)
    if (freshness === 'old') return 'old'
    if (LEADER_TYPES.includes(message.type) && !this.#believe(message)) return 'notLeader'
    return freshness === 'gap' ? 'gaps' : null
  }

  /** Accepts leader-only messages from the leader; a later term makes its sender the leader. */
  #believe({ term, from }: MirrorMessage): boolean {
    if (term < this.#term || (term === this.#term && this.#leader !== null && from < this.#leader)) return false
    if (this.isLeader) {
      // Either this window's lock was just stolen (its loss will be reported shortly), or the sender is outdated.
      this.#term = term
      this.#deps.clock.after(LOOK_AGAIN_MS, () => this.isLeader && this.#lead())
      return false
    }
    const isNew = this.#leader !== from
    this.#term = term
    this.#leader = from
    if (isNew) this.#deps.on.state()
    return true
  }

  #take(message: MirrorMessage): void {
    const { on } = this.#deps
    if (isSharedChange(message)) {
      if (!isMirrored(message.type, this.#mode)) return
      this.#view = withChange(this.#view, message)
      on.shared(this.#view, message)
    } else if (message.type === 'state') this.#takeState(message)
    else if (message.type === 'layout-fragment') {
      if (isMirrored(message.type, this.#mode)) on.fragment(message.fragment)
    } else if (message.type === 'mode') {
      this.#takeMode(message.mode)
      // Shares what the previous mode did not mirror.
      if (this.isLeader) this.shareAll(this.#view)
    } else if (message.type === 'logout') on.logout()
    else this.#takePresence(message)
  }

  #takeState({ state, from }: Extract<MirrorMessage, { type: 'state' }>): void {
    this.#isWanting = false
    this.#stateOf = from
    if (!isMirrored('state', this.#mode)) return
    this.#view = viewOf(state, this.#mode, this.#view)
    this.#deps.on.shared(this.#view, { type: 'state' })
    this.#listened()
  }

  #takePresence(message: MirrorMessage): void {
    if (message.type === 'hello' || message.type === 'present') this.#members.set(message.from, message.window)
    if (message.type === 'bye') this.#members.remove(message.from)
    if (message.type === 'hello') this.#tell({ type: 'present', window: this.#window })
    if ((message.type === 'hello' || message.type === 'ask') && this.isLeader) this.shareAll(this.#view)
    if (message.type === 'lead') this.#deps.on.state()
  }

  #refuse(fault: keyof MirrorFaults): void {
    this.#faults[fault] += 1
    // Reported to the user once; other faults are only counted.
    if (fault === 'version' && this.#faults.version === 1) this.#deps.on.state()
  }
}

/** `fresh`: next in sequence. `gap`: newer, but messages before it are missing. `old`: repeated or overtaken. */
type Freshness = 'fresh' | 'gap' | 'old'

/** Tracks sequence numbers per sender. The first message of a sender is always fresh. */
class SequenceGuard {
  readonly #last = new Map<string, number>()

  take(from: string, seq: number): Freshness {
    const last = this.#last.get(from)
    if (last !== undefined && seq <= last) return 'old'
    this.#last.set(from, seq)
    return last === undefined || seq === last + 1 ? 'fresh' : 'gap'
  }

  /** Drops a sender that is gone; names are never reused. */
  forget(from: string): void {
    this.#last.delete(from)
  }
}
