import type { Lanes } from './lanes.ts'

type Pending<A> = { readonly askers: Set<A>; readonly work: Promise<void> }

/** Reads in lanes: who asks for what is waited for or being read already gets that answer, and nothing is read for those who have gone. */
export class SharedReads<A extends { readonly isConnected: () => boolean }> {
  readonly #lanes: Lanes
  /** By lane and name; no longer than the reads that wait. */
  readonly #pending = new Map<string, Map<string, Pending<A>>>()

  constructor(lanes: Lanes) {
    this.#lanes = lanes
  }

  /**
   * @param name what is read in this lane
   * @param read called once for all who ask; `askers` are those who are there at that moment
   */
  ask({ lane, name, asker }: { lane: string; name: string; asker: A }, read: (askers: () => readonly A[]) => Promise<void>): Promise<void> {
    const pending = this.#pending.get(lane)?.get(name)
    if (pending !== undefined) {
      pending.askers.add(asker)
      return pending.work
    }
    const askers = new Set([asker])
    const present = (): readonly A[] => [...askers].filter((one) => one.isConnected())
    const work = this.#lanes
      .run([lane], () => (present().length > 0 ? read(present) : Promise.resolve()))
      .finally(() => this.#drop(lane, name, askers))
    const reads = this.#pending.get(lane) ?? new Map<string, Pending<A>>()
    this.#pending.set(lane, reads.set(name, { askers, work }))
    return work
  }

  /** Something is written in these lanes: who asks from now on has to see it. */
  forget(lanes: readonly string[]): void {
    for (const lane of lanes) this.#pending.delete(lane)
  }

  #drop(lane: string, name: string, askers: ReadonlySet<A>): void {
    const reads = this.#pending.get(lane)
    if (reads?.get(name)?.askers !== askers) return
    reads.delete(name)
    if (reads.size === 0) this.#pending.delete(lane)
  }
}
