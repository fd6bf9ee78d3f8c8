/** Farther ahead of the trade before, a number is no trade's, as long as nothing was missed in between. */
const AHEAD_MOST = 100_000
/** A repeat is no newer than the newest trade by more than this. */
const REPEAT_MOST_MS = 2_000

/**
 * The trade numbers of one coin. A venue numbers its trades by one, so a missing one is seen. One absurd number must not make every
 * later trade look like a repeat.
 */
export class TradeNumbers {
  #newest: number | undefined
  /** Time of the newest trade. */
  #time = Number.NEGATIVE_INFINITY
  /** A number that was absurd, unless the next one follows it. */
  #absurd: number | undefined

  get newest(): number | undefined {
    return this.#newest
  }

  /** Begins with this trade, whatever was before: trades may have been missed, and that is known. */
  begin(number: number, time: number): void {
    this.#newest = number
    this.#time = time
    this.#absurd = undefined
  }

  /**
   * Takes a trade.
   *
   * @returns `gap` where trades have been missed before it; `absurd` where its number cannot be believed, and so neither can it
   */
  take(number: number, time: number): 'next' | 'gap' | 'repeat' | 'absurd' {
    const newest = this.#newest
    if (this.isRepeat(number, time)) return 'repeat'
    if (newest !== undefined && number > newest + AHEAD_MOST && number - 1 !== this.#absurd) {
      this.#absurd = number
      return 'absurd'
    }
    this.begin(number, time)
    return newest === undefined || number === newest + 1 ? 'next' : 'gap'
  }

  /** Whether this trade has been taken before, or comes late. One that is clearly newer than the newest does neither, whatever its number. */
  isRepeat(number: number, time: number): boolean {
    const behind = this.#newest === undefined ? -1 : this.#newest - number
    return behind >= 0 && behind <= AHEAD_MOST && time <= this.#time + REPEAT_MOST_MS
  }

  /** Whether trades up to `named`, which the venue names as its newest, have been missed, or that cannot be told. */
  lacks(named: number): boolean {
    return this.#newest !== undefined && (named > this.#newest || this.#newest - named > AHEAD_MOST)
  }

  /** Whether the newest trade that the venue names has been heard; false before the first. */
  hasHeard(named: number): boolean {
    return this.#newest !== undefined && !this.lacks(named)
  }
}
