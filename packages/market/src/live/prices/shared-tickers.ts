/**
 * Tickers that more than one project uses (JUP is Jupiter and Jupiter Project, ATH is Aethir and AthenaDAO, …). A venue's
 * coin of such a name is ours only while its price is near CoinGecko's price of the project we mean.
 */
const SHARED_TICKERS: ReadonlySet<string> = new Set(['JUP', 'ATH', 'SPX', 'IP', 'IO', 'MEW', 'GOAT'])
/** How far apart the two prices may be: de-pegs and old prices stay well inside. */
const FACTOR = 2

/** Which coins of a venue are the projects we mean. A shared ticker that nothing has confirmed yet is not. */
export class SharedTickers {
  readonly #listed = new Map<string, number>()
  readonly #confirmed = new Set<string>()

  /** Takes CoinGecko's price of the project we mean. */
  learn(symbol: string, price: number): void {
    if (SHARED_TICKERS.has(symbol)) this.#listed.set(symbol, price)
  }

  /** Judges a venue's coin under this ticker by its price. */
  judge(symbol: string, venuePrice: number): boolean {
    if (!SHARED_TICKERS.has(symbol)) return true
    const ratio = venuePrice / (this.#listed.get(symbol) ?? Number.NaN)
    const isOurs = ratio <= FACTOR && ratio >= 1 / FACTOR
    if (isOurs) this.#confirmed.add(symbol)
    else this.#confirmed.delete(symbol)
    return isOurs
  }

  /** Whether the venue's coin of this ticker is ours, by the last judgement. */
  isOurs(symbol: string): boolean {
    return !SHARED_TICKERS.has(symbol) || this.#confirmed.has(symbol)
  }
}
