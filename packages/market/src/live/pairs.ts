import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { LiveCoin } from './settings.ts'

/** Which pair of a venue is which coin, from the venue's own list of what trades: pair names are never guessed. */
export class Pairs {
  readonly #symbols = new Map<string, string>()
  readonly #pairs = new Map<string, string>()

  /**
   * @param listed base asset to pair name, of the pairs that trade in the wanted quote
   * @returns whether the set of pairs changed
   */
  replace(coins: readonly LiveCoin[], listed: ReadonlyMap<string, string>): boolean {
    const before = this.all().join()
    this.#symbols.clear()
    this.#pairs.clear()
    for (const { symbol } of coins) {
      const pair = listed.get(symbol)
      if (pair === undefined) continue
      this.#symbols.set(pair, symbol)
      this.#pairs.set(symbol, pair)
    }
    return before !== this.all().join()
  }

  /**
   * The pair of a coin, for a question that cannot be answered before the listings are there.
   *
   * @returns undefined for a coin the venue does not list
   * @throws UpstreamError `down` while nobody knows what it lists: an empty answer would be taken for the truth
   */
  knownPairOf(symbol: string): string | undefined {
    if (this.#pairs.size === 0) throw new UpstreamError('down', 'has not told yet what it lists')
    return this.#pairs.get(symbol)
  }

  symbolOf(pair: string): string | undefined {
    return this.#symbols.get(pair)
  }

  pairOf(symbol: string): string | undefined {
    return this.#pairs.get(symbol)
  }

  /** All pairs, in the catalogue's order. */
  all(): string[] {
    return [...this.#symbols.keys()]
  }

  symbols(): string[] {
    return [...this.#pairs.keys()]
  }
}
