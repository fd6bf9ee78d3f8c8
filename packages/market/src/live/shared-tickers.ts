/**
 * Tickers that more than one project uses (JUP is Jupiter and Jupiter Project, ATH is Aethir and AthenaDAO, …). A venue's
 * coin of such a name is ours only while its price is near CoinGecko's price of the project we mean.
 */
const SHARED_TICKERS: ReadonlySet<string> = new Set(['JUP', 'ATH', 'SPX', 'IP', 'IO', 'MEW', 'GOAT'])
/** How far apart the two prices may be: de-pegs and old prices stay well inside. */
const FACTOR = 2

/** Which coins of a venue turned out to be another project's of the same ticker. */
export class SharedTickers {
  readonly #listed = new Map<string, number>()
  readonly #others = new Set<string>()

  /** Takes CoinGecko's price of the project we mean. */
  learn(symbol: string, price: number): void {
    if (SHARED_TICKERS.has(symbol)) this.#listed.set(symbol, price)
  }

  /** Whether a venue's coin under this ticker, at this price, is the one we mean (as far as we know). */
  isOurs(symbol: string, venuePrice: number): boolean {
    if (!SHARED_TICKERS.has(symbol)) return true
    const listed = this.#listed.get(symbol)
    if (listed === undefined) return !this.#others.has(symbol)
    const ratio = venuePrice / listed
    const isOurs = ratio <= FACTOR && ratio >= 1 / FACTOR
    if (isOurs) this.#others.delete(symbol)
    else this.#others.add(symbol)
    return isOurs
  }

  /** Whether the venue's last price showed another project. */
  isOther(symbol: string): boolean {
    return this.#others.has(symbol)
  }
}
