import { setImmediate as nextTurn } from 'node:timers/promises'

type Deps<T> = {
  readonly keyOf: (item: T) => string
  /** Writes what the given keys have, each in its order: all of it or nothing. */
  readonly write: (byKey: readonly (readonly T[])[]) => Promise<void>
  /** Whether after this error nothing of a group can be written: it is not tried key by key. */
  readonly isFinal: (error: unknown) => boolean
  /** Why an item must not be written any more; undefined: it may. */
  readonly refusal: (item: T) => Error | undefined
  /** Told at once, before the next group is put together. */
  readonly onFailed: (item: T, error: unknown) => void
  readonly mostKeys?: number
}
type Waiting<T> = { readonly item: T; readonly resolve: () => void; readonly reject: (error: unknown) => void }

/** Keys that one group has at most: of a thousand that wait the first have not to wait for the last. */
const MOST_KEYS = 250
/** Items of a group for each of its keys, on average. */
const ITEMS_A_KEY = 4
/** Keys of a group that fail alone before the rest is not tried: it is no matter of a key then, and each may wait for a time limit. */
const MOST_FAILED = 3
/** Groups that are written at once where more waits than one takes. */
const LANES = 2

/**
 * Writes items in groups: what arrives while a group is being written goes into the next one, so that the cost of a flush is shared by all
 * who wait. Items of one key are written in the order in which they were given, never two groups of a key at once; where more keys wait than
 * a group has, another group is written beside the first.
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

  /** Resolves once the item is written. @throws what `write` throws */
  add(item: T): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ item, resolve, reject })
    if (!this.#isBegun && this.#lanes === 0) void this.#begin()
    return promise
  }

  async #begin(): Promise<void> {
    this.#isBegun = true
    // Whoever is decided in this turn of the event loop comes along.
    await nextTurn()
    this.#isBegun = false
    this.#writeNext()
  }

  #writeNext(): void {
    const most = this.#deps.mostKeys ?? MOST_KEYS
    while (this.#lanes < LANES && this.#waiting.length > 0) {
      // Beside another, only what would have to wait for a whole group: small groups would share no flush.
      if (this.#lanes > 0 && this.#waiting.length < most) return
      const group = this.#take(most)
      if (group.length === 0) return
      void this.#run(group)
    }
  }

  /** The next group: all that its keys have, of keys that are not being written. */
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
    // The next statement is on its way before those who waited for this one go on.
    if (this.#lanes > 0) await nextTurn()
    for (const { resolve } of written) resolve()
  }

  /** What cannot be written must not keep others from being written: where a group fails, its keys are tried alone. @returns what is written */
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
