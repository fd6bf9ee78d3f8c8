import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { MarketRules } from '../market-source.ts'
import type { LiveCoin } from './settings.ts'

/** A pair as the venue lists it. */
export type ListedPair = { readonly pair: string; readonly rules: MarketRules | undefined }

/** Which pair of a venue is which coin, from the venue's own list of what trades: pair names are never guessed. */
export class Pairs {
  readonly #rules = new Map<string, MarketRules>()
  readonly #symbols = new Map<string, string>()
  readonly #pairs = new Map<string, string>()

  /**
   * @param listed base asset to pair, of the pairs that trade in the wanted quote
   * @returns whether the set of pairs changed
   */
  replace(coins: readonly LiveCoin[], listed: ReadonlyMap<string, ListedPair>): boolean {
    const before = this.all().join()
    this.#symbols.clear()
    this.#pairs.clear()
    this.#rules.clear()
    for (const { symbol } of coins) {
      const row = listed.get(symbol)
      if (row === undefined) continue
      this.#symbols.set(row.pair, symbol)
      this.#pairs.set(symbol, row.pair)
      if (row.rules !== undefined) this.#rules.set(symbol, row.rules)
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

  /** How orders of a coin are measured; undefined where the venue has not said it. */
  rulesOf(symbol: string): MarketRules | undefined {
    return this.#rules.get(symbol)
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
