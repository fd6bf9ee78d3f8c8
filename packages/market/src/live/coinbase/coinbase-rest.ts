import { type Candle, INTERVAL_MS, isSoundCandle } from '@aerie/core/candle'
import { type EpochMs, SECOND_MS } from '@aerie/core/time'
import type { Quiet } from '@aerie/upstream/circuit-breaker'
import type { Environment } from '@aerie/upstream/environment'
import { type HttpAnswer, statusFailure } from '@aerie/upstream/http-json'
import { whole } from '@aerie/upstream/query'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { RestClient } from '@aerie/upstream/rest-client'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { VenueClock } from '@aerie/upstream/venue-clock'
import type { BaseInterval, OrderBook } from '../../market-source.ts'
import { LevelBook } from '../books/level-book.ts'
import type { HistoryPart } from '../exchange-feed.ts'
import { bookAnswer, type CandleRow, candleRows, products, venueTime } from './coinbase-messages.ts'

/** Half of the ten public requests a second that an address may make. */
const PACE = { burst: 10, perSecond: 5 }
const CANDLES_A_PAGE = 300
const PAGES_MOST = 500

/** Candles of one product that opened in `[from, to)`. */
export type CandleSpan = {
  readonly pair: string
  readonly interval: BaseInterval
  readonly from: EpochMs
  readonly to: EpochMs
  readonly signal?: AbortSignal
}

/** Coinbase Exchange over REST: products, the time, candles, a book. */
export class CoinbaseRest {
  readonly #client: RestClient
  readonly #venueClock: VenueClock
  readonly #world: Environment

  constructor(root: URL, venueClock: VenueClock, world: Environment, onQuiet?: (quiet: Quiet) => void) {
    const pacer = new RateLimiter(PACE, world.clock, world.timers)
    const headers = { 'user-agent': 'aerie' }
    const failureOf = (answer: HttpAnswer) => statusFailure(answer, world.clock.now())
    this.#client = new RestClient({ root, headers, pacer, failureOf, onQuiet }, world)
    this.#venueClock = venueClock
    this.#world = world
  }

  /** The stream delivers: whatever broke is asked again at once. */
  reset(): void {
    this.#client.gate.reset()
  }

  /** Asks the time, sets the venue's clock by it. */
  async tellTime(tries = 3): Promise<void> {
    const askedAt = this.#world.clock.now()
    const told = await this.#client.get({ path: '/time', schema: venueTime, tries })
    this.#venueClock.tell(told.iso, askedAt, this.#world.clock.now())
  }

  /** Base currency to product, of what trades against `quote` now. */
  async listed(quote: string): Promise<Map<string, string>> {
    const rows = await this.#client.get({ path: '/products', schema: products })
    const trading = rows.filter((row) => row?.quote_currency === quote && row.status === 'online' && row.trading_disabled !== true)
    return new Map(trading.map((row) => [row!.base_currency, row!.id]))
  }

  /** Candles that have closed by the venue's clock, ascending, each open time once; minutes without a trade are missing. */
  async candles({ pair, interval, from, to, signal }: CandleSpan): Promise<HistoryPart> {
    const step = INTERVAL_MS[interval]
    const until = Math.min(to, this.#venueClock.now())
    const candles = new Map<number, Candle>()
    let unreadable = 0
    let start = Math.ceil(from / step) * step
    for (let page = 0; start + step <= until && page < PAGES_MOST; page += 1) {
      // Both ends are inclusive: 300 buckets are 299 steps apart.
      const end = Math.min(start + (CANDLES_A_PAGE - 1) * step, until - step)
      const query = { granularity: whole(step / SECOND_MS), start: new Date(start).toISOString(), end: new Date(end).toISOString() }
      const path = `/products/${encodeURIComponent(pair)}/candles`
      const rows = await this.#client.get({ path, query, schema: candleRows, ...(signal && { signal }) })
      const { sound, lost } = soundCandles(rows, { from, until, step })
      for (const candle of sound) candles.set(candle.time, candle)
      unreadable += lost
      start = end + step
    }
    return { candles: [...candles.values()].sort((a, b) => a.time - b.time), unreadable }
  }

  /** The book as it is now: what is left when the feed has none. */
  async book(pair: string, symbol: string): Promise<OrderBook> {
    const asOf = this.#world.clock.now()
    const path = `/products/${encodeURIComponent(pair)}/book`
    const taken = await this.#client.get({ path, query: { level: whole(2) }, schema: bookAnswer, tries: 1 })
    const book = new LevelBook()
    book.replace(taken.bids, taken.asks)
    if (book.isCrossed) throw new UpstreamError('bad-data', 'sent an order book that cannot be')
    return book.shown(symbol, asOf)
  }

  close(): void {
    this.#client.close()
  }
}

type Span = { readonly from: number; readonly until: number; readonly step: number }

function soundCandles(rows: readonly CandleRow[], { from, until, step }: Span): { sound: Candle[]; lost: number } {
  const read = rows.filter((row) => row !== null)
  const wanted = read
    .map(([time, low, high, open, close, volume]) => ({ time, open, high, low, close, volume }))
    .filter(({ time }) => time * 1000 >= from && time * 1000 + step <= until && (time * 1000) % step === 0)
  const sound = wanted.filter(isSoundCandle)
  return { sound, lost: rows.length - read.length + wanted.length - sound.length }
}
