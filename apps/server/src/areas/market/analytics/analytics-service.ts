import { type Coefficient, correlator, fisherInterval, pearson, spearman } from '@aerie/core/analytics/correlation'
import { knownValues, logReturns } from '@aerie/core/analytics/volatility'
import { itemAt, numberAt } from '@aerie/core/item-at'
import { INTERVAL_MS } from '@aerie/core/market/candle'
import {
  type Correlation,
  type CorrelationCell,
  type CorrelationMethod,
  type CorrelationPair,
  type getCorrelation,
  type getCorrelationPair,
  LEAST_PAIRS,
  type ReturnInterval,
  type ReturnPair,
  type Screen,
  type ScreenRow,
  type Volatility,
} from '@aerie/wire/market/analytics'
import type * as z from 'zod/mini'
import { eventLoopYielder } from '../../../platform/event-loop-yielder.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { CandleRing } from '../candles/candle-ring.ts'
import type { MarketService } from '../service.ts'
import { HOUR_S, hourEnd, ringVersion, sampledCloses, spanEnd } from './hour-history.ts'
import { screenRow } from './screen-row.ts'
import { type VolatilityQuery, volatilityAnswer } from './volatility-answer.ts'

export type AnalyticsMarket = Pick<MarketService, 'candles' | 'begun' | 'sourceId'> & {
  readonly hub: Pick<MarketService['hub'], 'state' | 'now' | 'kind' | 'details' | 'hasCoins' | 'listedSymbols'>
}

type CorrelationQuery = z.output<typeof getCorrelation.query>
type PairQuery = z.output<typeof getCorrelationPair.query>

type Made<T> = { readonly key: string; readonly make: () => T }

/** Statistics of closed hours. Each response has a key that changes with its input. */
export class AnalyticsService {
  readonly #market: AnalyticsMarket
  readonly #rows = new Map<string, { readonly key: string; readonly row: ScreenRow }>()

  constructor(market: AnalyticsMarket) {
    this.#market = market
  }

  /** The screener's row of one coin. @throws AppError `not_found` for an unknown coin */
  row(symbol: string): ScreenRow {
    return this.#row(symbol)
  }

  async screen(): Promise<Made<Promise<Screen>>> {
    const { hub } = this.#market
    await this.#market.begun()
    if (!hub.hasCoins()) throw new AppError('unavailable', { detail: 'The market is starting.', retryAfterSeconds: 1 })
    const symbols = hub.listedSymbols()
    const make = async (): Promise<Screen> => {
      const rows: ScreenRow[] = []
      const giveWay = eventLoopYielder()
      for (const symbol of symbols) {
        rows.push(this.#row(symbol))
        await giveWay()
      }
      return { rows, ...this.#stamp() }
    }
    return { key: `screen ${symbols.join()} ${this.#stateOf(symbols)}`, make }
  }

  /** @throws AppError `not_found` for an unknown coin */
  correlation({ symbols, interval, window, method }: CorrelationQuery): Made<Promise<Correlation>> {
    const make = (): Promise<Correlation> =>
      correlationAnswer(
        symbols.map((symbol) => this.#coin(symbol)),
        { interval, window, method },
        this.#stamp(),
      )
    return { key: `correlation ${symbols.join()} ${interval} ${window} ${method} ${this.#stateOf(symbols)}`, make }
  }

  pair({ a, b, interval, window, method }: PairQuery): Made<CorrelationPair> {
    const make = (): CorrelationPair => pairAnswer([this.#coin(a), this.#coin(b)], { interval, window, method }, this.#stamp())
    return { key: `pair ${a} ${b} ${interval} ${window} ${method} ${this.#stateOf([a, b])}`, make }
  }

  volatility(symbol: string, query: VolatilityQuery): Made<Promise<Volatility>> {
    const make = async (): Promise<Volatility> => {
      const stamp = this.#stamp()
      const end = spanEnd(this.#coin(symbol).ring, stamp.as_of / 1_000)
      const count = query.days * 24 + 1
      const candles = await this.#market.candles({ symbol, interval: '1h', from: end - count * HOUR_S, to: end, limit: count })
      const hours = candles.filter(({ time }) => time + HOUR_S <= end)
      return volatilityAnswer({ symbol, hours, end }, query, stamp)
    }
    return { key: `volatility ${symbol} ${query.window} ${query.days} ${this.#stateOf([symbol])}`, make }
  }

  #coin(symbol: string): { readonly symbol: string; readonly ring: CandleRing } {
    const state = this.#market.hub.state(symbol)
    if (state === undefined) throw new AppError('not_found', { detail: `Unknown coin: ${symbol}.` })
    return { symbol, ring: state.rings['1h'] }
  }

  #lastHour(): number {
    return hourEnd(this.#market.hub.now())
  }

  #stamp(): Pick<Screen, 'source' | 'as_of'> {
    return { source: this.#market.hub.kind(), as_of: this.#lastHour() * 1_000 }
  }

  #stateOf(symbols: readonly string[]): string {
    return [this.#market.sourceId(), this.#lastHour(), ...symbols.map((symbol) => ringVersion(this.#coin(symbol).ring))].join(' ')
  }

  #row(symbol: string): ScreenRow {
    const quote = this.#market.hub.details(symbol)?.quote ?? 'USD'
    const key = `${this.#stateOf([symbol])} ${quote}`
    const kept = this.#rows.get(symbol)
    if (kept?.key === key) return kept.row
    const row = screenRow({ symbol, quote }, this.#coin(symbol).ring, this.#lastHour())
    this.#rows.set(symbol, { key, row })
    return row
  }
}

type Basis = { readonly interval: ReturnInterval; readonly window: number; readonly method: CorrelationMethod }
type Stamp = Pick<Correlation, 'source' | 'as_of'>
type Coin = { readonly symbol: string; readonly ring: CandleRing }

const stepOf = (interval: ReturnInterval): number => INTERVAL_MS[interval] / 1_000

/** Grid ends with the last candle closed by `end` (seconds). */
function returnsOf(ring: CandleRing, { interval, window }: Basis, end: number): { from: number; values: Float64Array } {
  const step = stepOf(interval)
  const to = Math.floor(end / step) * step
  const length = Math.floor((window * HOUR_S) / step)
  const from = to - length * step
  return { from, values: logReturns(sampledCloses(ring, step, { from: from - step, to }), { from, step, length }) }
}

type Known = { readonly value: number | null; readonly low: number | null; readonly high: number | null }

/** Unknown with fewer than LEAST_PAIRS pairs. */
function boundsOf({ value, pairs }: Coefficient, method: CorrelationMethod): Known {
  const known = value === undefined || pairs < LEAST_PAIRS ? undefined : value
  const interval = known === undefined ? undefined : fisherInterval(known, pairs, method)
  return { value: known ?? null, low: interval?.[0] ?? null, high: interval?.[1] ?? null }
}

/** Yields to the event loop. */
async function correlationAnswer(coins: readonly Coin[], basis: Basis, stamp: Stamp): Promise<Correlation> {
  const { interval, window, method } = basis
  const end = stamp.as_of / 1_000
  const giveWay = eventLoopYielder()
  const columns: Float64Array[] = []
  for (const { ring } of coins) {
    columns.push(returnsOf(ring, basis, end).values)
    await giveWay()
  }
  const { between } = correlator(columns, method)
  const cells: CorrelationCell[] = []
  for (let i = 0; i < coins.length; i += 1) {
    for (let j = i + 1; j < coins.length; j += 1) {
      const coefficient = between(i, j)
      const { value, low, high } = boundsOf(coefficient, method)
      cells.push([i, j, coefficient.pairs, value, low, high])
      await giveWay()
    }
  }
  return {
    symbols: coins.map(({ symbol }) => symbol),
    returns: columns.map((column) => knownValues(column).length),
    cells,
    method,
    interval,
    window_hours: window,
    ...stamp,
  }
}

const ROLLING_POINTS = 240
const ROLLING_SHARE = 6
const MOST_POINTS = 1_100

function pairAnswer(coins: readonly [Coin, Coin], basis: Basis, stamp: Stamp): CorrelationPair {
  const { interval, window, method } = basis
  const step = stepOf(interval)
  const end = stamp.as_of / 1_000
  const [x, y] = [returnsOf(coins[0].ring, basis, end), returnsOf(coins[1].ring, basis, end)]
  const points = pointsOf(x, y, step)
  const compute = method === 'pearson' ? pearson : spearman
  const whole = compute(x.values, y.values)
  const rolling_pairs = Math.max(LEAST_PAIRS, Math.round(x.values.length / ROLLING_SHARE))
  return {
    a: coins[0].symbol,
    b: coins[1].symbol,
    pairs: whole.pairs,
    ...boundsOf(whole, method),
    points: thinned(points, MOST_POINTS),
    rolling: rollingOf(points, rolling_pairs, compute),
    rolling_pairs,
    method,
    interval,
    window_hours: window,
    ...stamp,
  }
}

type Series = { readonly from: number; readonly values: Float64Array }

function pointsOf(x: Series, y: Series, step: number): ReturnPair[] {
  const points: ReturnPair[] = []
  for (let i = 0; i < x.values.length; i += 1) {
    const [a, b] = [numberAt(x.values, i), numberAt(y.values, i)]
    if (Number.isFinite(a + b)) points.push([(x.from + (i + 1) * step) * 1_000, 100 * a, 100 * b])
  }
  return points
}

function thinned(points: readonly ReturnPair[], most: number): ReturnPair[] {
  const every = Math.ceil(points.length / most)
  return points.filter((_, i) => (points.length - 1 - i) % every === 0)
}

function rollingOf(points: readonly ReturnPair[], length: number, compute: typeof pearson): CorrelationPair['rolling'] {
  const rolling: CorrelationPair['rolling'] = []
  const every = Math.max(1, Math.ceil((points.length - length + 1) / ROLLING_POINTS))
  const [a, b] = [points.map(([, value]) => value), points.map(([, , value]) => value)]
  for (let last = points.length - 1; last >= length - 1; last -= every) {
    const from = last + 1 - length
    rolling.push([itemAt(points, last)[0], compute(a.slice(from, last + 1), b.slice(from, last + 1)).value ?? null])
  }
  return rolling.reverse()
}
