/** Used by several projects (JUP is Jupiter and Jupiter Project, …): ours only while the price is near CoinGecko's. */
const SHARED_TICKERS: ReadonlySet<string> = new Set(['JUP', 'ATH', 'SPX', 'IP', 'IO', 'MEW', 'GOAT'])
/** Allowed ratio of the two prices, wide enough for de-pegs and old prices. */
const FACTOR = 2

/** Which of a venue's coins are our projects. An unconfirmed shared ticker is not. */
export class SharedTickers {
  readonly #listed = new Map<string, number>()
  readonly #confirmed = new Set<string>()

  learn(symbol: string, price: number): void {
    if (SHARED_TICKERS.has(symbol)) this.#listed.set(symbol, price)
  }

  judge(symbol: string, venuePrice: number): boolean {
    if (!SHARED_TICKERS.has(symbol)) return true
    const ratio = venuePrice / (this.#listed.get(symbol) ?? Number.NaN)
    const isOurs = ratio <= FACTOR && ratio >= 1 / FACTOR
    if (isOurs) this.#confirmed.add(symbol)
    else this.#confirmed.delete(symbol)
    return isOurs
  }

  isOurs(symbol: string): boolean {
    return !SHARED_TICKERS.has(symbol) || this.#confirmed.has(symbol)
  }
}
