import { setImmediate as nextTurn } from 'node:timers/promises'

type Deps<T> = {
  readonly keyOf: (item: T) => string
  readonly write: (byKey: readonly (readonly T[])[]) => Promise<void>
  /** Whether the error affects all keys: they are not retried individually. */
  readonly isFinal: (error: unknown) => boolean
  readonly refusal: (item: T) => Error | undefined
  /** Called immediately, before the next group is assembled. */
  readonly onFailed: (item: T, error: unknown) => void
  readonly mostKeys?: number
}
type Waiting<T> = { readonly item: T; readonly resolve: () => void; readonly reject: (error: unknown) => void }

/** Maximum keys per group: with a thousand waiting, the first should not wait for the last. */
const MOST_KEYS = 250
const ITEMS_A_KEY = 4
/** Individual failures after which the rest of a group is not tried: the cause is not a key, and each may wait for a timeout. */
const MOST_FAILED = 3
/** Concurrent group writes when more is waiting than one group takes. */
const LANES = 2

/**
 * Group commit: items arriving during a write form the next group and share one flush. Items of a key are written in order, never in two
 * groups at once.
 */
export class GroupQueue<T> {
  readonly #deps: Deps<T>
  readonly #writing = new Set<string>()
  #waiting: Waiting<T>[] = []
  #lanes = 0
  #isBegun = false

  constructor(deps: Deps<T>) {
    this.#deps = deps
  }

  add(item: T): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ item, resolve, reject })
    if (!this.#isBegun && this.#lanes === 0) void this.#begin()
    return promise
  }

  async #begin(): Promise<void> {
    this.#isBegun = true
    // Include everything decided in this event-loop turn.
    await nextTurn()
    this.#isBegun = false
    this.#writeNext()
  }

  #writeNext(): void {
    const most = this.#deps.mostKeys ?? MOST_KEYS
    while (this.#lanes < LANES && this.#waiting.length > 0) {
      // Use a second lane for full groups only: small groups would not share a flush.
      if (this.#lanes > 0 && this.#waiting.length < most) return
      const group = this.#take(most)
      if (group.length === 0) return
      void this.#run(group)
    }
  }

  #take(most: number): readonly (readonly Waiting<T>[])[] {
    const taken = new Map<string, Waiting<T>[]>()
    const left: Waiting<T>[] = []
    const { keyOf, refusal } = this.#deps
    let count = 0
    for (const one of this.#waiting) {
      const key = keyOf(one.item)
      const error = refusal(one.item)
      const present = taken.get(key)
      if (error !== undefined) one.reject(error)
      else if (this.#writing.has(key) || count >= most * ITEMS_A_KEY || (present === undefined && taken.size >= most)) left.push(one)
      else {
        count += 1
        if (present === undefined) taken.set(key, [one])
        else present.push(one)
      }
    }
    this.#waiting = left
    return [...taken.values()]
  }

  async #run(group: readonly (readonly Waiting<T>[])[]): Promise<void> {
    const keys = group.flatMap(([first]) => (first === undefined ? [] : [this.#deps.keyOf(first.item)]))
    for (const key of keys) this.#writing.add(key)
    this.#lanes += 1
    const written = await this.#write(group)
    for (const key of keys) this.#writing.delete(key)
    this.#lanes -= 1
    this.#writeNext()
    // Start the next statement before resolving the waiters of this one.
    if (this.#lanes > 0) await nextTurn()
    for (const { resolve } of written) resolve()
  }

  /** If a group fails, its keys are tried individually, so that one bad key does not block others. @returns the written items */
  async #write(group: readonly (readonly Waiting<T>[])[]): Promise<readonly Waiting<T>[]> {
    try {
      await this.#deps.write(group.map((waiting) => waiting.map(({ item }) => item)))
      return group.flat()
    } catch (error) {
      if (group.length === 1 || this.#deps.isFinal(error)) return this.#fail(group.flat(), error)
      return this.#writeAlone(group, error)
    }
  }

  async #writeAlone(group: readonly (readonly Waiting<T>[])[], error: unknown): Promise<readonly Waiting<T>[]> {
    const written: Waiting<T>[] = []
    let failed = 0
    for (const one of group) {
      const done = failed < MOST_FAILED ? await this.#write([one]) : this.#fail(one, error)
      if (done.length === 0) failed += 1
      written.push(...done)
    }
    return written
  }

  #fail(failed: readonly Waiting<T>[], error: unknown): [] {
    for (const { item, reject } of failed) {
      this.#deps.onFailed(item, error)
      reject(error)
    }
    return []
  }
}
