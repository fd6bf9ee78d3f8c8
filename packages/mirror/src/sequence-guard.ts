/** `fresh`: next in sequence. `gap`: newer, but messages before it are missing. `old`: repeated or overtaken. */
export type Freshness = 'fresh' | 'gap' | 'old'

/** Tracks sequence numbers per sender. The first message of a sender is always fresh. */
export class SequenceGuard {
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
