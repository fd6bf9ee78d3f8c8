/** Work that must not overlap, by key: what is asked for first is done first. */
export class Lanes {
  readonly #ends = new Map<string, Promise<unknown>>()

  /** Runs `work` once everything asked for before under this key is done, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#ends.set(key, mine)
    const forget = (): void => {
      if (this.#ends.get(key) === mine) this.#ends.delete(key)
    }
    mine.then(forget, forget)
    return mine
  }
}
