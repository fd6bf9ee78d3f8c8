import type { MirrorWindow } from '@aerie/wire/workspace/mirror'
import type { Bus } from '../bus.ts'
import type { LockOptions, Locks } from '../election.ts'
import type { Store } from '../memory.ts'
import { type MirrorDeps, MirrorSession } from '../mirror-session.ts'
import type { SharedChannel, SharedView } from '../shared-view.ts'

type Request = {
  readonly owner: object
  readonly isShared: boolean
  readonly callback: (lock: unknown) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

const aborted = (): Error => Object.assign(new Error('The request was aborted'), { name: 'AbortError' })

/** For tests: the Web Locks of one browser, after the standard: granted in order, shared ones together, stolen at once. */
export class TestLocks {
  readonly #held = new Map<string, Request[]>()
  readonly #queues = new Map<string, Request[]>()

  /** Who holds the lock now. */
  holders(name: string): readonly object[] {
    return (this.#held.get(name) ?? []).map(({ owner }) => owner)
  }

  /** The locks as one window sees them. */
  of(owner: object): Locks {
    return {
      request: <T>(name: string, { mode = 'exclusive', steal = false, signal }: LockOptions, callback: (lock: unknown) => Promise<T> | T) =>
        new Promise<T>((resolve, reject) => {
          if (signal?.aborted === true) return reject(aborted())
          const request: Request = { owner, isShared: mode === 'shared', callback, resolve: resolve as (value: never) => void, reject }
          signal?.addEventListener('abort', () => this.#withdraw(name, request))
          if (steal) this.#steal(name)
          const queue = this.#queues.get(name) ?? []
          this.#queues.set(name, queue)
          if (steal) queue.unshift(request)
          else queue.push(request)
          queueMicrotask(() => this.#grant(name))
        }),
    }
  }

  /** A window's renderer is gone: its locks are free, and none of its code runs any more. */
  crash(owner: object): void {
    for (const [name, queue] of this.#queues)
      this.#queues.set(
        name,
        queue.filter((request) => request.owner !== owner),
      )
    for (const [name, held] of this.#held) {
      this.#held.set(
        name,
        held.filter((request) => request.owner !== owner),
      )
      queueMicrotask(() => this.#grant(name))
    }
  }

  #withdraw(name: string, request: Request): void {
    const queue = this.#queues.get(name) ?? []
    if (!queue.includes(request)) return
    this.#queues.set(
      name,
      queue.filter((each) => each !== request),
    )
    request.reject(aborted())
  }

  #steal(name: string): void {
    for (const { reject } of this.#held.get(name) ?? []) reject(aborted())
    this.#held.delete(name)
  }

  #grant(name: string): void {
    const queue = this.#queues.get(name) ?? []
    const held = this.#held.get(name) ?? []
    const [next] = queue
    if (next === undefined || (held.length > 0 && !(next.isShared && held.every(({ isShared }) => isShared)))) return
    queue.shift()
    this.#held.set(name, [...held, next])
    const end = (): void => {
      this.#held.set(
        name,
        (this.#held.get(name) ?? []).filter((request) => request !== next),
      )
      this.#grant(name)
    }
    Promise.resolve(next.callback({ name })).then(
      (value) => {
        next.resolve(value as never)
        end()
      },
      (error: Error) => {
        next.reject(error)
        end()
      },
    )
    this.#grant(name)
  }
}

/** For tests: time that advances on request. */
export class TestClock {
  #now = 1_000_000
  #due: Array<{ readonly at: number; readonly work: () => void }> = []

  readonly now = (): number => this.#now
  readonly after = (ms: number, work: () => void): (() => void) => {
    const entry = { at: this.#now + ms, work }
    this.#due.push(entry)
    return () => {
      this.#due = this.#due.filter((each) => each !== entry)
    }
  }

  /** Lets `ms` pass, with all that was to happen meanwhile. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await settled()
      const next = this.#due.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#now = Math.max(this.#now, next.at)
      this.#due = this.#due.filter((each) => each !== next)
      next.work()
    }
    this.#now = end
  }
}

/** For tests: waits until all promises that are under way have done what they do. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

/** How a message gets through: how many copies, each held back by so many deliveries. */
export type DeliveryPlan = (message: unknown) => readonly number[]

/** For tests: a channel between windows, whose messages may be lost, doubled or held back. */
export class TestNetwork {
  delivery: DeliveryPlan = () => [0]
  readonly posted: unknown[] = []
  readonly #ends = new Map<object, (message: unknown) => void>()
  #held: Array<{ left: number; readonly deliver: () => void }> = []

  of(owner: object): Bus {
    return {
      post: (message) => {
        this.posted.push(message)
        for (const left of this.delivery(message)) this.#hold(left, owner, structuredClone(message))
      },
      listen: (handle) => void this.#ends.set(owner, handle),
      close: () => void this.#ends.delete(owner),
    }
  }

  crash(owner: object): void {
    this.#ends.delete(owner)
  }

  /** Delivers what was held back. */
  flush(): void {
    const held = this.#held
    this.#held = []
    for (const { deliver } of held) deliver()
  }

  #hold(left: number, from: object, message: unknown): void {
    const deliver = (): void => {
      for (const [owner, handle] of this.#ends) if (owner !== from) handle(message)
    }
    if (left === 0) queueMicrotask(deliver)
    else this.#held.push({ left, deliver })
    for (const one of this.#held) one.left -= 1
    const ripe = this.#held.filter((one) => one.left < 0)
    this.#held = this.#held.filter((one) => one.left >= 0)
    for (const one of ripe) one.deliver()
  }
}

/** For tests: local storage, which may refuse. */
export class TestStore implements Store {
  readonly values = new Map<string, string>()
  isRefused = false
  readonly read = (key: string): string | null => (this.isRefused ? null : (this.values.get(key) ?? null))
  readonly write = (key: string, value: string): boolean => {
    if (!this.isRefused) this.values.set(key, value)
    return !this.isRefused
  }
}

/** For tests: a UUID from a number. */
export const testUuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** For tests: a channel that looks at `symbol`. */
export const testChannel = (symbol: string, rest: Partial<SharedChannel> = {}): SharedChannel => ({
  instrument: { symbol, label: symbol },
  interval: '1h',
  hours: 24,
  range: null,
  ...rest,
})

/** For tests: channel 1 looks at `symbol`. */
export const testView = (symbol: string): SharedView => ({ channels: new Map([[1, testChannel(symbol)]]), layout: null })

/** What a window is loaded with, where it is not as usual; `id` is that of an earlier load for a reload. */
type TestWindowFacts = {
  readonly user?: string
  readonly id?: number
  readonly symbol?: string
  readonly on?: Partial<MirrorDeps['on']>
}

/** For tests: a window of `world`, and what it received. */
export type TestWindow = {
  readonly session: MirrorSession
  readonly owner: object
  readonly from: string
  /** What it shows: a leader's own view, or the one received. */
  shown: SharedView
  readonly received: string[]
  logouts: number
}

/** For tests: one browser with windows. */
export class TestWorld {
  readonly locks = new TestLocks()
  readonly clock = new TestClock()
  readonly network = new TestNetwork()
  readonly store = new TestStore()
  readonly windows: TestWindow[] = []
  readonly #crashed = new WeakSet<object>()
  #loads = 0

  /** Loads a window; `id` is that of an earlier load for a reload. */
  open({ user = '0123456789abcdef', id = 0, symbol = 'BTC', on = {} }: TestWindowFacts = {}): TestWindow {
    this.#loads += 1
    const owner = {}
    const from = testUuid(1000 + this.#loads)
    const window: MirrorWindow = {
      id: testUuid(id === 0 ? 100 + this.#loads : id),
      place: 'main',
      openedAt: this.clock.now(),
      isFullscreen: false,
      isDetached: false,
    }
    const made: { -readonly [Key in keyof TestWindow]: TestWindow[Key] } = {
      owner,
      from,
      shown: testView(symbol),
      received: [],
      logouts: 0,
      session: undefined as unknown as MirrorSession, // in the next statement, which needs `made`
    }
    made.session = new MirrorSession({
      bus: this.network.of(owner),
      locks: this.locks.of(owner),
      store: this.store,
      clock: this.#clockOf(owner),
      user,
      session: testUuid(1),
      from,
      window,
      on: {
        shared: (view, change) => {
          // A partial update without a full one before it changes nothing on the screen.
          if (view.channels.size > 0) made.shown = view
          made.received.push(change.type)
        },
        fragment: (fragment) => made.received.push(`fragment ${fragment}`),
        logout: () => {
          made.logouts += 1
        },
        state: () => undefined,
        lead: () => made.session.shareAll(made.shown),
        error: (error) => {
          throw error
        },
        ...on,
      },
    })
    this.windows.push(made)
    return made
  }

  /** The clock as one window has it: after its crash none of its timers does anything. */
  #clockOf(owner: object): MirrorDeps['clock'] {
    const { now, after } = this.clock
    return { now, after: (ms, work) => after(ms, () => this.#crashed.has(owner) || work()) }
  }

  /** The renderer of a window is gone without a word. */
  crash(window: TestWindow): void {
    this.#crashed.add(window.owner)
    this.network.crash(window.owner)
    this.locks.crash(window.owner)
    this.windows.splice(this.windows.indexOf(window), 1)
  }

  /** The window is closed as a page is. */
  close(window: TestWindow): void {
    window.session.close()
    this.windows.splice(this.windows.indexOf(window), 1)
  }

  /** The windows that lead now. */
  leaders(): readonly TestWindow[] {
    return this.windows.filter(({ session }) => session.isLeader)
  }
}
