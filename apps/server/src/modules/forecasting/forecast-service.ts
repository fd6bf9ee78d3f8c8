import { HOUR_MS } from '@aerie/core/time'
import { priceFan } from '@aerie/forecast/fan'
import { BANDS, MEDIAN_INDEX, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { ChainCheck, Forecast, ForecastEntry, Scorecard } from '@aerie/wire/forecasts'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { ForecastMarket } from './forecast-keeper.ts'
import { type ChainRow, type ForecastRow, forecastRepository, type RecordRow } from './forecast-repository.ts'
import { recordRepository } from './record-repository.ts'
import { scorecardOf } from './scorecard.ts'
import { verifyChain } from './verify-chain.ts'

type Deps = {
  readonly db: Database
  readonly market: ForecastMarket
  /** Coins with predictions. */
  readonly symbols: readonly string[]
  /** Hourly candles that a coin's model has seen. */
  readonly candlesSeen: (symbol: string) => number
  /** Name of the model that issues. */
  readonly model: string
}

type Kept<T> = { readonly state: string; readonly value: Promise<T> }

const CHECK_KEPT_MS = 10_000
const EXPORT_PAGE = 500
/** No chain has this number: a source without forecasts. */
const NO_CHAIN = -1

/** Everything that can be asked of the record: always that of the present source, and never beyond the market's present. */
export class ForecastService {
  readonly #deps: Deps
  readonly #forecasts: ReturnType<typeof forecastRepository>
  readonly #records: ReturnType<typeof recordRepository>
  readonly #kept = new Map<string, Kept<unknown>>()
  #chain: { readonly id: string; readonly row: ChainRow } | undefined
  #revision = 0
  #check: { readonly at: number; readonly sourceId: string; readonly answer: Promise<ChainCheck> } | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#forecasts = forecastRepository(deps.db)
    this.#records = recordRepository(deps.db)
  }

  /** Told that forecasts were issued or scored. */
  recordHasGrown(): void {
    this.#revision += 1
  }

  /** @throws AppError `not_found` for a coin without predictions */
  demandPredicted(symbol: string): void {
    const { market, symbols } = this.#deps
    if (market.hub.state(symbol) === undefined) throw new AppError('not_found', { detail: `There is no coin ${symbol} in the catalogue.` })
    if (symbols.includes(symbol)) return
    throw new AppError('not_found', { detail: `There are no predictions of ${symbol}: only of ${symbols.join(', ')}.` })
  }

  /**
   * The newest forecast of a coin at a horizon.
   *
   * @throws AppError `not_found` for a coin without predictions, `unavailable` with the reason while there is none
   */
  async newestForecast(symbol: string, hours: number): Promise<Forecast> {
    const { row, rows } = await this.#newestRow(symbol, hours)
    return forecastOf(row, rows, this.#deps.market.hub.kind())
  }

  /** Which record `newestForecast` tells of, for whoever refers to it later. @throws as newestForecast */
  async newestIssued(symbol: string, hours: number): Promise<Pick<ForecastRow, 'chain' | 'seq'>> {
    const { chain, seq } = (await this.#newestRow(symbol, hours)).row
    return { chain, seq }
  }

  async scorecard(symbol: string, hours: number): Promise<Scorecard> {
    this.demandPredicted(symbol)
    return this.#once(`scorecard ${symbol} ${hours}`, async () => {
      const { market, model } = this.#deps
      const wanted = await this.#wanted(symbol, hours)
      const issued = await this.#records.countIssued(wanted)
      return scorecardOf({ symbol, hours, source: market.hub.kind(), issued, model }, await this.#records.scoreSums(wanted))
    })
  }

  /** Single forecasts, newest first; `next_before` continues the list. */
  async history({ symbol, hours, before, limit }: HistoryQuery): Promise<{ entries: ForecastEntry[]; next_before: number | null }> {
    this.demandPredicted(symbol)
    const wanted = await this.#wanted(symbol, hours)
    const records = await this.#records.history(wanted, before ?? Number.MAX_SAFE_INTEGER, limit + 1)
    const entries = records.slice(0, limit).map((record) => entryOf(record, wanted.now))
    return { entries, next_before: records.length > limit ? entries.at(-1)!.issued_at : null }
  }

  /** The record in its own order, page by page, with everything that the hashes cover: the whole chain or one coin's part. */
  async *records(symbol: string | undefined, hours: number | undefined): AsyncGenerator<{ chain: ChainRow; rows: RecordRow[] }> {
    const chain = await this.#ownChain()
    if (chain === undefined) return
    for (let afterSeq = 0; ; ) {
      const rows = await this.#records.page({ chain: chain.number, afterSeq, limit: EXPORT_PAGE, symbol, hours })
      if (rows.length > 0) yield { chain, rows }
      if (rows.length < EXPORT_PAGE) return
      afterSeq = rows.at(-1)!.forecast.seq
    }
  }

  /** The present source's chain, recomputed; askers within a few seconds share one answer. */
  verify(): Promise<ChainCheck> {
    const sourceId = this.#deps.market.sourceId()
    const known = this.#check
    if (known?.sourceId === sourceId && performance.now() - known.at < CHECK_KEPT_MS) return known.answer
    // The time counts from the end: however long it takes, one runs at a time.
    const mine = { at: Number.POSITIVE_INFINITY, sourceId, answer: verifyChain(this.#deps.db, sourceId) }
    const end = (at: number): void => {
      if (this.#check === mine) this.#check = { ...mine, at }
    }
    this.#check = mine
    mine.answer.then(
      () => end(performance.now()),
      () => end(Number.NEGATIVE_INFINITY),
    )
    return mine.answer
  }

  async #ownChain(): Promise<ChainRow | undefined> {
    const id = this.#deps.market.sourceId()
    if (this.#chain?.id === id) return this.#chain.row
    const row = await this.#forecasts.findChain(id)
    if (row !== undefined) this.#chain = { id, row }
    return row
  }

  async #wanted(symbol: string, hours: number) {
    return { chain: (await this.#ownChain())?.number ?? NO_CHAIN, symbol, hours, now: this.#deps.market.hub.now() }
  }

  async #newestRow(symbol: string, hours: number): Promise<{ readonly row: ForecastRow; readonly rows: ForecastRow[] }> {
    this.demandPredicted(symbol)
    const { market, candlesSeen } = this.#deps
    const rows = await this.#newestRows(symbol)
    const row = rows.find((each) => each.hours === hours)
    if (row === undefined) throw noForecastYet(symbol, candlesSeen(symbol))
    if (row.dueAt <= market.hub.now()) throw outOfDate(row)
    return { row, rows }
  }

  #newestRows(symbol: string): Promise<ForecastRow[]> {
    return this.#once(`newest ${symbol}`, async () => {
      const chain = await this.#ownChain()
      return chain === undefined ? [] : this.#forecasts.newest(chain.number, symbol, this.#deps.market.hub.now())
    })
  }

  /** Makes an answer once for each state of the record and hour of the market. */
  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const { market } = this.#deps
    const state = `${market.sourceId()} ${this.#revision} ${Math.floor(market.hub.now() / HOUR_MS)}`
    const found = this.#kept.get(key)
    // One key is only ever made by one kind of question.
    if (found?.state === state) return found.value as Promise<T>
    const value = make()
    this.#kept.set(key, { state, value })
    value.catch(() => this.#kept.delete(key))
    return value
  }
}

export type HistoryQuery = { readonly symbol: string; readonly hours: number; readonly before?: number | undefined; readonly limit: number }

/** A day for the model, and a day more before the random walk knows 24 h returns. */
const CANDLES_NEEDED = 48

function noForecastYet(symbol: string, seen: number): AppError {
  const detail =
    seen < CANDLES_NEEDED
      ? `There is too little history of ${symbol} for a forecast: ${seen} of the ${CANDLES_NEEDED} hours it needs.`
      : `The first forecast of ${symbol} is just being made.`
  return new AppError('unavailable', { detail, retryAfterSeconds: seen < CANDLES_NEEDED ? 60 : 5 })
}

const outOfDate = ({ symbol, hours, dueAt }: ForecastRow): AppError =>
  new AppError('unavailable', {
    detail: `The newest forecast of ${symbol} for ${hours} h was due at ${new Date(dueAt).toISOString()}; the next one needs a newly closed hour.`,
    retryAfterSeconds: 60,
  })

const priceAt = (anchor: number, change: number): number => anchor * Math.exp(change)

function forecastOf(row: ForecastRow, all: readonly ForecastRow[], source: Forecast['source']): Forecast {
  const { symbol, issuedAt, hours, anchor, model, quote, candles } = row
  const issued = {
    forecast: (horizon: number) => {
      const found = all.find((each) => each.hours === horizon)
      return found && { quantiles: Float64Array.from(found.quantiles) }
    },
  }
  const fan = priceFan(issued, anchor, hours)
  return {
    symbol,
    issued_at: issuedAt,
    hours,
    anchor,
    quantiles: row.quantiles.map((change, index) => [QUANTILE_LEVELS[index]!, priceAt(anchor, change)]),
    path: (fan?.prices ?? []).map((prices, index) => [index + 1, Array.from(prices)]),
    model,
    source,
    quote,
    candles,
  }
}

function entryOf({ forecast, score }: RecordRow, now: number): ForecastEntry {
  const { seq, issuedAt, dueAt, anchor, quantiles } = forecast
  const price = (index: number): number => priceAt(anchor, quantiles[index]!)
  const [b50, b80, b95] = BANDS
  // A replay that begins again earlier does not see what a later hour has brought.
  const known = dueAt <= now ? score : null
  return {
    seq,
    issued_at: issuedAt,
    due_at: dueAt,
    anchor,
    median: price(MEDIAN_INDEX),
    low50: price(b50.low),
    high50: price(b50.high),
    low80: price(b80.low),
    high80: price(b80.high),
    low95: price(b95.low),
    high95: price(b95.high),
    outcome: known?.outcome ?? null,
    state: known?.state ?? 'open',
    crps: known?.crps ?? null,
    random_walk_crps: known?.baselineCrps ?? null,
    hash: forecast.hash.toString('hex'),
  }
}
