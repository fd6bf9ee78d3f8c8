/** Work that must not overlap, by key: what is asked for first is done first. */
export class SerialQueue {
  readonly #ends = new Map<string, Promise<unknown>>()

  /** Runs `work` once everything asked for before under any of these keys is done, however it ended. */
  run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    // Entered all at once: two that share keys are in the same order in each, so neither waits for the other.
    const mine = Promise.allSettled(keys.map((key) => this.#ends.get(key) ?? Promise.resolve())).then(work)
    for (const key of keys) this.#ends.set(key, mine)
    const forget = (): void => {
      for (const key of keys) if (this.#ends.get(key) === mine) this.#ends.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
