import type { KeyedSerialQueue } from '@aerie/runtime/serial-queue'

type Pending<A> = { readonly askers: Set<A>; readonly work: Promise<void> }

/** Reads in the order of their queue: who asks for what is waited for or being read already gets that answer, and nothing is read for those who have gone. */
export class SharedReads<A extends { readonly isConnected: () => boolean }> {
  readonly #queue: KeyedSerialQueue
  /** By key and name; no longer than the reads that wait. */
  readonly #pending = new Map<string, Map<string, Pending<A>>>()

  constructor(queue: KeyedSerialQueue) {
    this.#queue = queue
  }

  /**
   * @param name what is read under this key
   * @param read called once for all who ask; `askers` are those who are there at that moment
   */
  ask({ key, name, asker }: { key: string; name: string; asker: A }, read: (askers: () => readonly A[]) => Promise<void>): Promise<void> {
    const pending = this.#pending.get(key)?.get(name)
    if (pending !== undefined) {
      pending.askers.add(asker)
      return pending.work
    }
    const askers = new Set([asker])
    const present = (): readonly A[] => [...askers].filter((one) => one.isConnected())
    const work = this.#queue
      .run([key], () => (present().length > 0 ? read(present) : Promise.resolve()))
      .finally(() => this.#drop(key, name, askers))
    const reads = this.#pending.get(key) ?? new Map<string, Pending<A>>()
    this.#pending.set(key, reads.set(name, { askers, work }))
    return work
  }

  /** Something is written under these keys: who asks from now on has to see it. */
  forget(keys: readonly string[]): void {
    for (const key of keys) this.#pending.delete(key)
  }

  #drop(key: string, name: string, askers: ReadonlySet<A>): void {
    const reads = this.#pending.get(key)
    if (reads?.get(name)?.askers !== askers) return
    reads.delete(name)
    if (reads.size === 0) this.#pending.delete(key)
  }
}
