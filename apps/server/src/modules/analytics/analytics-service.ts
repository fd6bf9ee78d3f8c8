import type { Correlation, CorrelationPair, Screen, ScreenRow, Volatility } from '@aerie/wire/market/analytics'
import { eventLoopYielder } from '../../event-loop-yielder.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { CandleRing } from '../market/candles/candle-ring.ts'
import type { MarketService } from '../market/market-service.ts'
import type { CorrelationQuery, PairQuery, VolatilityQuery } from './analytics-queries.ts'
import { correlationAnswer, pairAnswer } from './correlation-answer.ts'
import { HOUR_S, hourEnd, ringVersion, spanEnd } from './hour-history.ts'
import { screenRow } from './screen-row.ts'
import { volatilityAnswer } from './volatility-answer.ts'

/** What statistics need of the market. */
export type AnalyticsMarket = Pick<MarketService, 'candles' | 'begun' | 'sourceId'> & {
  readonly hub: Pick<MarketService['hub'], 'state' | 'now' | 'kind' | 'details' | 'hasCoins' | 'listedSymbols'>
}

type Made<T> = { readonly key: string; readonly make: () => T }

/** Statistics of closed hours. Each answer has a key that changes when what it was made of does. */
export class AnalyticsService {
  readonly #market: AnalyticsMarket
  readonly #rows = new Map<string, { readonly key: string; readonly row: ScreenRow }>()

  constructor(market: AnalyticsMarket) {
    this.#market = market
  }

  /** @throws AppError `unavailable` while no coin is known yet */
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

  /** @throws AppError `not_found` for a coin of no catalogue; so do the others */
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

  /** Changes when the hours of any of the coins do, with the hour, and with the series that they belong to. */
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
