/** What a message's number says: `fresh`: the next one. `gap`: newer, but some before it are missing. `old`: heard before, or overtaken. */
export type Freshness = 'fresh' | 'gap' | 'old'

/** Keeps count of what each sender has said. The first message heard of a sender is fresh whatever its number. */
export class SequenceGuard {
  readonly #last = new Map<string, number>()

  /** Takes note of message `seq` of `from`. */
  take(from: string, seq: number): Freshness {
    const last = this.#last.get(from)
    if (last !== undefined && seq <= last) return 'old'
    this.#last.set(from, seq)
    return last === undefined || seq === last + 1 ? 'fresh' : 'gap'
  }

  /** Forgets a sender that is gone for good: senders never come back under the same name. */
  forget(from: string): void {
    this.#last.delete(from)
  }
}
