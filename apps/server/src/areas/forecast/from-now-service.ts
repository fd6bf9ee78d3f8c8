import { itemAt } from '@aerie/core/item-at'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { LEVEL_COUNT, priceFan, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { Forecast, ForecastAnswer, Warming } from '@aerie/wire/market/forecasts'
import type { Database } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { ForecastMarket, WarmUpProgress } from './forecast-keeper.ts'
import { SERIES_STEP_MS } from './forecast-records.ts'
import { CANDLES_NEEDED, ForecastService, notYet, priceAt, utcText, warmingUp } from './service.ts'
import { type FanRow, type ForecastRow, forecastRepository } from './store.ts'

type Deps = {
  readonly db: Database
  readonly market: ForecastMarket
  readonly symbols: readonly string[]
  readonly warmth: (symbol: string) => WarmUpProgress
  /** The hourly record, for recordings without minutes. */
  readonly hourly: Pick<ForecastService, 'newest' | 'newestIssued'>
}

const MODEL = 'ems-now'

/** The distribution from the present price on, and the record of these forecasts. */
export class FromNowService {
  /** Scorecard, history, export and check of the record. */
  readonly record: ForecastService
  readonly #deps: Deps
  readonly #forecasts: ReturnType<typeof forecastRepository>
  readonly #fans = new Map<string, { readonly state: string; readonly fan: Promise<FanRow | undefined> }>()
  #revision = 0

  constructor(deps: Deps) {
    this.#deps = deps
    this.#forecasts = forecastRepository(deps.db)
    this.record = new ForecastService({ ...deps, model: MODEL, series: 'now' })
  }

  recordHasGrown(): void {
    this.#revision += 1
    this.record.recordHasGrown()
  }

  /** @throws AppError `not_found` for a coin without predictions */
  async newest(symbol: string, hours: number): Promise<ForecastAnswer> {
    this.record.demandPredicted(symbol)
    if (this.#isHourlyRecording(symbol)) return this.#deps.hourly.newest(symbol, hours)
    const source = this.#deps.market.hub.kind()
    const found = await this.#newestFan(symbol)
    if ('warming' in found) return { state: 'warming', symbol, hours, source, ...found.warming }
    return forecastOf(found.fan, hours, source)
  }

  /** @throws AppError `not_found`; `unavailable` with the reason while there is none */
  async newestForecast(symbol: string, hours: number): Promise<Forecast> {
    const answer = await this.newest(symbol, hours)
    if (answer.state === 'warming') throw notYet(answer)
    return answer
  }

  /** The record of the newest forecast. @throws AppError also `not_found` for a horizon that is not recorded */
  async newestIssued(symbol: string, hours: number): Promise<Pick<ForecastRow, 'chain' | 'seq' | 'issuedAt' | 'hash'>> {
    this.record.demandPredicted(symbol)
    if (this.#isHourlyRecording(symbol)) return this.#deps.hourly.newestIssued(symbol, hours)
    const found = await this.#newestFan(symbol)
    if ('warming' in found) throw notYet(found.warming)
    const { chain, issuedAt } = found.fan
    const row = await this.#forecasts.issued({ chain, symbol, hours }, issuedAt)
    if (row === undefined) throw new AppError('not_found', { detail: `Forecasts from now over ${hours} h are not recorded.` })
    return { chain, seq: row.seq, issuedAt, hash: row.hash }
  }

  /** A recording of hours has no price between them: its last full hour is its present. */
  #isHourlyRecording(symbol: string): boolean {
    const { hub } = this.#deps.market
    return hub.kind() === 'replay' && hub.state(symbol)?.rings['1m'].length() === 0
  }

  async #newestFan(symbol: string): Promise<{ readonly fan: FanRow } | { readonly warming: Warming }> {
    const { market, warmth } = this.#deps
    const fan = await this.#fan(symbol)
    const now = market.hub.now()
    const progress = warmth(symbol)
    const facts = { since: fan?.issuedAt ?? progress.since, candles: progress.candles, candles_needed: CANDLES_NEEDED }
    const price = market.hub.details(symbol)
    if (price === undefined || price.price === null || price.as_of === null) {
      const detail = `The present price of ${symbol} is unknown: a forecast from now starts from it.`
      return { warming: { ...facts, missing: 'present-price', detail } }
    }
    if (price.stale) {
      const detail = `The price of ${symbol} is of ${utcText(price.as_of)} and stale: a forecast from now needs the present one.`
      return { warming: { ...facts, missing: 'present-price', since: price.as_of, detail } }
    }
    // A fan of the future belongs to an earlier run of a replay.
    if (fan !== undefined && fan.issuedAt <= now && now < fan.issuedAt + SERIES_STEP_MS.now + latenessMs(market.hub.status().speed))
      return { fan }
    if (!progress.isOpen || progress.candles < CANDLES_NEEDED) return { warming: warmingUp(symbol, progress) }
    const detail = `The next forecast of ${symbol} from now is made when the present five minutes close.`
    return { warming: { ...facts, missing: 'next-close', detail } }
  }

  /** Read once per change of the record. */
  #fan(symbol: string): Promise<FanRow | undefined> {
    const { market } = this.#deps
    const state = `${market.sourceId()} ${market.round()} ${this.#revision} ${Math.floor(market.hub.now() / SERIES_STEP_MS.now)}`
    const kept = this.#fans.get(symbol)
    if (kept?.state === state) return kept.fan
    const fan = this.#readFan(symbol)
    this.#fans.set(symbol, { state, fan })
    fan.catch(() => this.#fans.delete(symbol))
    return fan
  }

  async #readFan(symbol: string): Promise<FanRow | undefined> {
    const chain = await this.#forecasts.findChain(this.#deps.market.sourceId(), 'now')
    return chain && this.#forecasts.fan(chain.number, symbol)
  }
}

/** Until its successor is stored: it waits for the close of its last minute. In market and machine time. */
const latenessMs = (speed: number): number => Math.max(MINUTE_MS / 2, 5 * SECOND_MS * speed)

function forecastOf(
  { symbol, issuedAt, anchor, quote, model, candles, quantiles }: FanRow,
  hours: number,
  source: Forecast['source'],
): Forecast {
  const at = (horizon: number): number[] => quantiles.slice((horizon - 1) * LEVEL_COUNT, horizon * LEVEL_COUNT)
  const fan = priceFan({ forecast: (horizon) => ({ quantiles: Float64Array.from(at(horizon)) }) }, anchor, hours)
  return {
    state: 'ready',
    series: 'now',
    symbol,
    issued_at: issuedAt,
    hours,
    anchor,
    quantiles: at(hours).map((change, index) => [itemAt(QUANTILE_LEVELS, index), priceAt(anchor, change)]),
    path: (fan?.prices ?? []).map((prices, index) => [index + 1, Array.from(prices)]),
    model,
    source,
    quote,
    candles,
  }
}
