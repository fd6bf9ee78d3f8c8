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
import { election } from './election.ts'
import { type Locks, leaderLock } from './locks.ts'
import { type Member, members } from './members.ts'
import { keepLeader, keepMode, restoreLeader, restoreMode, type Store } from './memory.ts'
import { SequenceGuard } from './sequence-guard.ts'
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

/** How long a new window listens for a group that is there already before it stands for election. */
export const LISTEN_MS = 150
/** How long a leader that took over waits for the one before it to come back, as after a reload, until it is kept as the leader. */
export const KEEP_AFTER_MS = 30_000
/** A leader that hears of a later one looks again after this: either its lock was taken, or the other one is a late voice. */
const LOOK_AGAIN_MS = 60
/** A missed message is asked for once within this. */
const ASK_AGAIN_MS = 250

/** What the mirror needs of the world around it. */
export type MirrorDeps = {
  readonly bus: Bus
  readonly locks: Locks
  readonly store: Store
  readonly clock: { readonly now: () => number; readonly after: (ms: number, work: () => void) => () => void }
  /** Opaque tag of the user. */
  readonly user: string
  /** The browser's session id. */
  readonly session: string
  /** A UUID that this window has until it is loaded again. */
  readonly from: string
  readonly window: MirrorWindow
  readonly on: {
    /** The others' change of what is shared has come; a snapshot says `state`. Never told of this window's own. */
    readonly shared: (view: SharedView, change: SharedChange | { readonly type: 'state' }) => void
    readonly fragment: (fragment: string) => void
    readonly logout: () => void
    /** Whatever `state()` answers is another. */
    readonly state: () => void
    /** This window leads from now on; what it shows is what is shared: `shareAll` tells it. */
    readonly lead: () => void
    /** This window has published something: what goes to other machines, where that is wanted. */
    readonly published?: (body: SharedChange | { readonly type: 'state' } | MirrorBody<'layout-fragment'>) => void
    readonly error: (error: unknown) => void
  }
}

/** Messages that were not taken, counted. */
export type MirrorFaults = { malformed: number; version: number; old: number; gaps: number; otherUser: number; notLeader: number }

/** Where the mirror stands. */
export type MirrorState = {
  readonly role: 'starting' | 'leader' | 'follower'
  /** Rises with each leadership. */
  readonly term: number
  /** The leading window's name; null as long as none is known. */
  readonly leader: string | null
  readonly mode: MirrorMode
  /** This window, and the others. */
  readonly own: Member
  readonly others: readonly Member[]
  readonly faults: Readonly<MirrorFaults>
}

/** One window's part in the mirror: a leader publishes what it shows, followers follow. No DOM, no clock and no storage of its own. */
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
  /** Whose state was heard last. */
  #stateOf: string | null = null
  /** A state has been asked for and has not come yet. */
  #isWanting = false
  /** Takes back what is waited for. */
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

  /** Where the mirror stands now. */
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

  /** What is shared, as this window knows it. */
  get view(): SharedView {
    return this.#view
  }

  get isLeader(): boolean {
    return this.#election.isLeader()
  }

  /**
   * Publishes a change; only the leader's goes out.
   *
   * @returns whether this window leads
   */
  publish(change: SharedChange): boolean {
    if (!this.isLeader) return false
    this.#view = withChange(this.#view, change)
    this.#tell(change)
    this.#deps.on.published?.(change)
    return true
  }

  /** Publishes all that this window shows; only the leader's goes out. */
  shareAll(view: SharedView): boolean {
    if (!this.isLeader) return false
    this.#view = view
    this.#tell({ type: 'state', state: snapshotOf(view, this.#mode) })
    this.#deps.on.published?.({ type: 'state' })
    return true
  }

  /** Keeps the leader's layout for late joiners without telling it again: it is one that the others made by a fragment. */
  keepLayout(layout: string): void {
    if (this.isLeader) this.#view = { ...this.#view, layout }
  }

  /** Publishes a part of the layout, whoever leads. */
  publishFragment(fragment: string): void {
    this.#tell({ type: 'layout-fragment', fragment })
    this.#deps.on.published?.({ type: 'layout-fragment', fragment })
  }

  /** Hands on a part of the layout that came from another machine. */
  handOnFragment(fragment: string): void {
    this.#tell({ type: 'layout-fragment', fragment })
  }

  /** Leads from now on, whoever led before. */
  lead(): void {
    this.#listened()
    this.#election.claim()
  }

  /** Lets another window lead; alone, this one leads on. */
  resign(): void {
    this.#election.resign()
  }

  /** For all windows of this browser. */
  setMode(mode: MirrorMode): void {
    if (mode === this.#mode) return
    this.#takeMode(mode)
    this.#tell({ type: 'mode', mode })
    if (this.isLeader) this.shareAll(this.#view)
  }

  /** Says what is another about this window. */
  describe(change: Partial<Pick<MirrorWindow, 'isFullscreen' | 'isDetached'>>): void {
    const next = { ...this.#window, ...change }
    if (next.isDetached === this.#window.isDetached && next.isFullscreen === this.#window.isFullscreen) return
    this.#window = next
    this.#tell({ type: 'present', window: next })
    this.#deps.on.state()
  }

  /** Asks the leader for what is shared, as whoever rejoins does. */
  ask(): void {
    if (this.isLeader || this.#isClosed) return
    this.#isWanting = true
    if (this.#isAsking) return
    this.#isAsking = true
    this.#tell({ type: 'ask' })
    this.#deps.clock.after(ASK_AGAIN_MS, () => {
      this.#isAsking = false
      // Nobody answered: the leader of then may be gone.
      if (this.#isWanting && this.#members.list().length > 0) this.ask()
    })
  }

  /** The user has logged out here: the others follow. */
  sayLogout(): void {
    this.#tell({ type: 'logout' })
  }

  /** The window is left: its lock and its place are free at once. */
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
    // A group that is there says so at once; its state is taken before this window may lead it.
    this.#stopListening = this.#deps.clock.after(LISTEN_MS, () => this.#listened())
  }

  #listened(): void {
    if (this.#stopListening === undefined) return
    this.#stopListening()
    this.#stopListening = undefined
    const isBack = restoreLeader(this.#deps.store)?.window === this.#window.id
    if (isBack) this.#election.claim()
    else this.#election.stand()
    this.#deps.on.state()
  }

  #lead(): void {
    const { clock, store, from, on } = this.#deps
    const kept = restoreLeader(store)
    // Above every term that anyone could have heard of; the clock covers what was neither heard nor stored.
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

  /** By the user's or the hook's wish this window leads also after a reload. */
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
    // The whole is needed of each leader once, again where a part is missing, and still where nobody answered.
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

  /** Whether what only leaders say comes from the leader; one of a later term is the leader from now on. */
  #believe({ term, from }: MirrorMessage): boolean {
    if (term < this.#term || (term === this.#term && this.#leader !== null && from < this.#leader)) return false
    if (this.isLeader) {
      // Either the lock has just been taken from this window, which hears of it in a moment, or the other is the one that is late.
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
      // What was not told until now.
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
    if (message.type === 'hello' || message.type === 'present') this.#members.put(message.from, message.window)
    if (message.type === 'bye') this.#members.remove(message.from)
    if (message.type === 'hello') this.#tell({ type: 'present', window: this.#window })
    if ((message.type === 'hello' || message.type === 'ask') && this.isLeader) this.shareAll(this.#view)
    if (message.type === 'lead') this.#deps.on.state()
  }

  #refuse(fault: keyof MirrorFaults): void {
    this.#faults[fault] += 1
    // Worth a word to the user, once; the others are only counted.
    if (fault === 'version' && this.#faults.version === 1) this.#deps.on.state()
  }
}
