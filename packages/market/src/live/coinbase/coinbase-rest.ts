import { type Candle, INTERVAL_MS, isSoundCandle } from '@aerie/core/market/candle'
import { SECOND_MS } from '@aerie/core/time'
import type { Environment } from '@aerie/upstream/environment'
import { type HttpAnswer, statusFailure } from '@aerie/upstream/http-json'
import { whole } from '@aerie/upstream/query'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { MarketRules, OrderBook } from '../../market-source.ts'
import { LevelBook } from '../books/level-book.ts'
import type { HistoryPart } from '../exchange-feed.ts'
import { marketRules } from '../market-rules.ts'
import type { ListedPair } from '../pairs.ts'
import type { VenueParts } from '../venue-adapter.ts'
import { type CandleSpan, VenueApi, type VenueRest } from '../venue-api.ts'
import { bookAnswer, type CandleRow, candleRows, type Product, products, venueTime } from './coinbase-messages.ts'

/** Half of the ten public requests a second that an address may make. */
const PACE = { burst: 10, perSecond: 5 }
const CANDLES_A_PAGE = 300
const PAGES_MOST = 500

/** Coinbase Exchange over REST: products, the time, candles, a book. */
export class CoinbaseRest implements VenueRest {
  readonly api: VenueApi
  readonly #env: Environment

  constructor({ env, session, out, roots }: Pick<VenueParts, 'env' | 'session' | 'out' | 'roots'>) {
    this.#env = env
    const limiter = new RateLimiter(PACE, env.clock, env.timers)
    const failureOf = (answer: HttpAnswer) => statusFailure(answer, env.clock.now())
    this.api = new VenueApi({
      provider: { root: roots.rest, headers: { 'user-agent': 'aerie' }, limiter, failureOf, onQuiet: out.quiet },
      venueClock: session.venueClock,
      env,
      time: { path: '/time', schema: venueTime },
    })
  }

  /** Base currency to product, of what trades against `quote` now. */
  async listed(quote: string): Promise<Map<string, ListedPair>> {
    const rows = (await this.api.client.get({ path: '/products', schema: products })).filter((row) => row !== null)
    const trading = rows.filter((row) => row.quote_currency === quote && row.status === 'online' && row.trading_disabled !== true)
    return new Map(trading.map((row) => [row.base_currency, { pair: row.id, rules: rulesOf(row) }]))
  }

  /** Candles that have closed by the venue's clock, ascending, each open time once; minutes without a trade are missing. */
  async candles({ pair, interval, from, to, signal }: CandleSpan): Promise<HistoryPart> {
    const step = INTERVAL_MS[interval]
    const until = await this.api.closedBy(to)
    const candles = new Map<number, Candle>()
    let unreadable = 0
    let start = Math.ceil(from / step) * step
    for (let page = 0; start + step <= until && page < PAGES_MOST; page += 1) {
      // Both ends are inclusive: 300 buckets are 299 steps apart.
      const end = Math.min(start + (CANDLES_A_PAGE - 1) * step, until - step)
      const query = { granularity: whole(step / SECOND_MS), start: new Date(start).toISOString(), end: new Date(end).toISOString() }
      const path = `/products/${encodeURIComponent(pair)}/candles`
      const rows = await this.api.client.get({ path, query, schema: candleRows, ...(signal && { signal }) })
      const { sound, lost } = soundCandles(rows, { from, until, step })
      for (const candle of sound) candles.set(candle.time, candle)
      unreadable += lost
      start = end + step
    }
    return { candles: [...candles.values()].sort((a, b) => a.time - b.time), unreadable, until }
  }

  /** Best bid and ask now. */
  async best(pair: string): Promise<LevelBook['best']> {
    const path = `/products/${encodeURIComponent(pair)}/book`
    const { bids, asks } = await this.api.client.get({ path, query: { level: whole(1) }, schema: bookAnswer, tries: 1 })
    return { bid: bids[0]?.[0], ask: asks[0]?.[0] }
  }

  /** The book as it is now: what is left when the feed has none. */
  async book(pair: string, symbol: string): Promise<OrderBook> {
    const asOf = this.#env.clock.now()
    const path = `/products/${encodeURIComponent(pair)}/book`
    const taken = await this.api.client.get({ path, query: { level: whole(2) }, schema: bookAnswer, tries: 1 })
    const book = new LevelBook()
    book.replace(taken.bids, taken.asks)
    if (book.isCrossed) throw new UpstreamError('bad-data', 'sent an order book that cannot be')
    return book.shown(symbol, asOf)
  }
}

const rulesOf = ({ quote_increment, base_increment, min_market_funds }: Product): MarketRules | undefined =>
  marketRules({ tick: quote_increment, lot: base_increment, minNotional: min_market_funds })

type Span = { readonly from: number; readonly until: number; readonly step: number }

function soundCandles(rows: readonly CandleRow[], { from, until, step }: Span): { sound: Candle[]; lost: number } {
  const read = rows.filter((row) => row !== null)
  const wanted = read
    .map(([time, low, high, open, close, volume]) => ({ time, open, high, low, close, volume }))
    .filter(({ time }) => time * 1000 >= from && time * 1000 + step <= until && (time * 1000) % step === 0)
  const sound = wanted.filter(isSoundCandle)
  return { sound, lost: rows.length - read.length + wanted.length - sound.length }
}
