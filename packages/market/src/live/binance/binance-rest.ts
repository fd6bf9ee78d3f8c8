import { type Candle, INTERVAL_MS, isSoundCandle } from '@aerie/core/market/candle'
import { type EpochMs, MINUTE_MS } from '@aerie/core/time'
import { type HttpAnswer, statusFailure } from '@aerie/upstream/http-json'
import { whole } from '@aerie/upstream/query'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { UpstreamError } from '@aerie/upstream/upstream-error'
import type { VenueClock } from '@aerie/upstream/venue-clock'
import { type BaseInterval, type MarketRules, TRADES_KEPT } from '../../market-source.ts'
import { type DepthSnapshot, SNAPSHOT_LEVELS } from '../books/depth-sync.ts'
import type { HistoryPart } from '../exchange-feed.ts'
import { type ListedPair, marketRules } from '../pairs.ts'
import type { VenueParts } from '../venue-adapter.ts'
import { type CandleSpan, VenueApi, type VenueRest } from '../venue-api.ts'
import {
  aggregateTrades,
  candleOfRow,
  dayTickers,
  depthAnswer,
  exchangeInfo,
  klineRows,
  type PairFilters,
  serverTime,
  type TradeFields,
} from './binance-messages.ts'

/** Half of the 6,000 weight a minute per IP address: other programs may share it. */
const PACE = { burst: 1_000, perSecond: 3_000 / 60 }
/** Above this reported weight, requests wait for the next minute. */
const USED_WEIGHT_MOST = 4_800
const KLINES_A_PAGE = whole(1_000)
const PAGES_MOST = 500

/** Binance spot REST client. */
export class BinanceRest implements VenueRest {
  readonly api: VenueApi
  readonly #venueClock: VenueClock

  constructor({ env, session, out, roots }: Pick<VenueParts, 'env' | 'session' | 'out' | 'roots'>) {
    this.#venueClock = session.venueClock
    const limiter = new RateLimiter(PACE, env.clock, env.timers)
    const observe = (answer: HttpAnswer) => this.#mindWeight(answer)
    const failureOf = (answer: HttpAnswer) => binanceFailure(answer, env.clock.now())
    this.api = new VenueApi({
      provider: { root: roots.rest, limiter, observe, failureOf, onQuiet: out.quiet },
      venueClock: session.venueClock,
      env,
      time: { path: '/api/v3/time', schema: serverTime },
    })
  }

  async listed(quote: string): Promise<Map<string, ListedPair>> {
    const query = { permissions: 'SPOT', showPermissionSets: 'false' }
    const info = await this.api.client.get({ path: '/api/v3/exchangeInfo', query, schema: exchangeInfo, weight: 20 })
    const rows = info.symbols.filter((row) => row !== null)
    const trading = rows.filter((row) => row.status === 'TRADING' && row.quoteAsset === quote && row.isSpotTradingAllowed !== false)
    return new Map(trading.map((row) => [row.baseAsset, { pair: row.symbol, rules: rulesOf(row.filters) }]))
  }

  async lastPrices(pairs: readonly string[]): Promise<{ pair: string; price: number; stamp: EpochMs }[]> {
    const query = { symbols: JSON.stringify(pairs) }
    const weight = pairs.length > 100 ? 80 : pairs.length > 20 ? 40 : 2
    const rows = await this.api.client.get({ path: '/api/v3/ticker/24hr', query, schema: dayTickers, weight })
    return rows.flatMap((row) => (row === null ? [] : [{ pair: row.symbol, price: row.lastPrice, stamp: row.closeTime }]))
  }

  async candles({ pair, interval, from, to, signal }: CandleSpan): Promise<HistoryPart> {
    const candles = new Map<number, Candle>()
    let unreadable = 0
    const until = await this.api.closedBy(to)
    let startTime: number = from
    for (let page = 0; startTime < until && page < PAGES_MOST; page += 1) {
      const query = { symbol: pair, interval, startTime: whole(startTime), endTime: whole(until - 1), limit: KLINES_A_PAGE }
      const rows = await this.api.client.get({ path: '/api/v3/klines', query, schema: klineRows, weight: 2, ...(signal && { signal }) })
      const { last, lost } = this.#keep(rows, { interval, from, until }, candles)
      unreadable += lost
      if (last === undefined || last < startTime || last + INTERVAL_MS[interval] >= until) break
      startTime = last + 1
    }
    return { candles: [...candles.values()].sort((a, b) => a.time - b.time), unreadable, until }
  }

  snapshot(pair: string): Promise<DepthSnapshot> {
    return this.api.client.get({
      path: '/api/v3/depth',
      query: { symbol: pair, limit: whole(SNAPSHOT_LEVELS) },
      schema: depthAnswer,
      weight: 50,
    })
  }

  async newestUpdate(pair: string): Promise<number> {
    const query = { symbol: pair, limit: whole(5) }
    return (await this.api.client.get({ path: '/api/v3/depth', query, schema: depthAnswer, weight: 5, tries: 1 })).lastUpdateId
  }

  async trades(pair: string): Promise<TradeFields[]> {
    const query = { symbol: pair, limit: whole(TRADES_KEPT) }
    const rows = await this.api.client.get({ path: '/api/v3/aggTrades', query, schema: aggregateTrades, weight: 4 })
    return rows.filter((row) => row !== null)
  }

  #keep(
    rows: readonly (Parameters<typeof candleOfRow>[0] | null)[],
    span: { interval: BaseInterval; from: number; until: number },
    candles: Map<number, Candle>,
  ): { last: number | undefined; lost: number } {
    let last: number | undefined
    let lost = 0
    for (const row of rows) {
      if (row === null) {
        lost += 1
        continue
      }
      const { candle, closesAt } = candleOfRow(row)
      const opens = candle.time * 1000
      last = Math.max(last ?? opens, opens)
      const isClosed = Math.max(closesAt, opens + INTERVAL_MS[span.interval] - 1) < span.until
      if (!isClosed || opens < span.from || opens % INTERVAL_MS[span.interval] !== 0) continue
      if (isSoundCandle(candle)) candles.set(candle.time, candle)
      else lost += 1
    }
    return { last, lost }
  }

  #mindWeight({ headers }: HttpAnswer): void {
    const used = Number(headers.get('x-mbx-used-weight-1m') ?? '0')
    if (used < USED_WEIGHT_MOST) return
    const untilNextMinute = MINUTE_MS - (this.#venueClock.now() % MINUTE_MS)
    this.api.client.gate.failed(
      new UpstreamError('rate-limited', 'has reached its request limit for this minute', { retryAfterMs: untilNextMinute }),
    )
  }
}

function rulesOf(filters: PairFilters): MarketRules | undefined {
  const of = (...types: readonly string[]) => filters.find((filter) => filter !== null && types.includes(filter.filterType))
  return marketRules({
    tick: of('PRICE_FILTER')?.tickSize,
    lot: of('LOT_SIZE')?.stepSize,
    minNotional: of('NOTIONAL', 'MIN_NOTIONAL')?.minNotional,
  })
}

/** Codes of `{code, msg}` that mean "too many requests", whatever the HTTP status. */
const WEIGHT_CODES: ReadonlySet<number> = new Set([-1003, -1015])
const CLOCK_CODE = -1021

function binanceFailure(answer: HttpAnswer, now: EpochMs): UpstreamError | undefined {
  const code = bodyCode(answer.body)
  const byStatus = statusFailure(answer, now)
  if (byStatus !== undefined && byStatus.kind !== 'refused') return byStatus
  if (code === undefined || code >= 0) return byStatus
  if (WEIGHT_CODES.has(code))
    return new UpstreamError('rate-limited', 'is limiting requests', { code, retryAfterMs: byStatus?.retryAfterMs ?? null })
  if (code === CLOCK_CODE) return new UpstreamError('refused', 'says our clock is wrong', { code })
  return new UpstreamError('refused', `refused the request (${code})`, { code })
}

function bodyCode(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('msg' in body)) return undefined
  return typeof body.code === 'number' ? body.code : undefined
}
