import { itemAt } from '@aerie/core/item-at'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type {
  ChainCheck,
  Forecast,
  ForecastAnswer,
  ForecastEntry,
  ForecastHistory,
  ForecastState,
  Scorecard,
  Warming,
} from '@aerie/wire/market/forecasts'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import { entryOf, forecastOf } from './forecast-answers.ts'
import type { ForecastMarket, WarmUpProgress } from './forecast-keeper.ts'
import { type ChainRow, type ForecastRow, forecastRepository, type RecordRow } from './forecast-repository.ts'
import { recordRepository } from './record-repository.ts'
import { scorecardOf } from './scorecard.ts'
import { verifyChain } from './verify-chain.ts'
import { beforeOutcome, overdue, warmingUp } from './warming.ts'

type Deps = {
  readonly db: Database
  readonly market: ForecastMarket
  /** Coins with predictions. */
  readonly symbols: readonly string[]
  /** How far the models of a coin have come. */
  readonly warmth: (symbol: string) => WarmUpProgress
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
    if (market.hub.state(symbol) === undefined) throw new AppError('not_found', { detail: `Unknown coin: ${symbol}.` })
    if (symbols.includes(symbol)) return
    throw new AppError('not_found', { detail: `No predictions for ${symbol}. They are made for ${symbols.join(', ')}.` })
  }

  /**
   * The newest forecast of a coin at a horizon, or why there is none yet.
   *
   * @throws AppError `not_found` for a coin without predictions
   */
  async newest(symbol: string, hours: number): Promise<ForecastAnswer> {
    const source = this.#deps.market.hub.kind()
    const found = await this.#newestRow(symbol, hours)
    if ('warming' in found) return { state: 'warming', symbol, hours, source, ...found.warming }
    return forecastOf(found.row, found.rows, source)
  }

  /** @throws AppError `not_found` for a coin without predictions, `unavailable` with the reason while there is none */
  async newestForecast(symbol: string, hours: number): Promise<Forecast> {
    const answer = await this.newest(symbol, hours)
    if (answer.state === 'warming') throw notYet(answer)
    return answer
  }

  /** Which record `newestForecast` tells of, for whoever refers to it later. @throws as newestForecast */
  async newestIssued(symbol: string, hours: number): Promise<Pick<ForecastRow, 'chain' | 'seq' | 'issuedAt' | 'hash'>> {
    const found = await this.#newestRow(symbol, hours)
    if ('warming' in found) throw notYet(found.warming)
    const { chain, seq, issuedAt, hash } = found.row
    return { chain, seq, issuedAt, hash }
  }

  async scorecard(symbol: string, hours: number): Promise<Scorecard> {
    this.demandPredicted(symbol)
    const card = await this.#once(`scorecard ${symbol} ${hours}`, async () => {
      const { market, model } = this.#deps
      const wanted = await this.#wanted(symbol, hours)
      const issued = await this.#records.countIssued(wanted)
      return scorecardOf({ symbol, hours, source: market.hub.kind(), issued, model }, await this.#records.scoreSums(wanted))
    })
    return { ...card, warming: card.scored > 0 ? null : await this.#beforeFirstScore(symbol, hours) }
  }

  /** Single forecasts, newest first; `next_before` and `next_after` continue the list. */
  async history({ limit, ...query }: HistoryQuery): Promise<ForecastHistory> {
    this.demandPredicted(query.symbol)
    const wanted = await this.#wanted(query.symbol, query.hours)
    const page = { ...wanted, ...query, limit: limit + 1 }
    const [found, counts] = await Promise.all([this.#records.history(page), this.#records.counts(wanted)])
    const source = this.#deps.market.hub.kind()
    const entries = found.slice(0, limit).map((record) => entryOf(record, wanted.now, source))
    return { counts, ...pageOf(query, entries, found.length > limit) }
  }

  /** The record in its own order, page by page, with everything that the hashes cover: the whole chain or one coin's part. */
  async *records(symbol: string | undefined, hours: number | undefined): AsyncGenerator<{ chain: ChainRow; rows: RecordRow[] }> {
    const chain = await this.#ownChain()
    if (chain === undefined) return
    for (let afterSeq = 0; ; ) {
      const rows = await this.#records.page({ chain: chain.number, afterSeq, limit: EXPORT_PAGE, symbol, hours })
      if (rows.length > 0) yield { chain, rows }
      if (rows.length < EXPORT_PAGE) return
      afterSeq = itemAt(rows, -1).forecast.seq
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

  async #beforeFirstScore(symbol: string, hours: number): Promise<Warming> {
    const [first] = await this.#records.history({ ...(await this.#wanted(symbol, hours)), after: 0, limit: 1 })
    return first === undefined ? warmingUp(symbol, this.#deps.warmth(symbol)) : beforeOutcome(first.forecast)
  }

  async #newestRow(symbol: string, hours: number): Promise<NewestRow> {
    this.demandPredicted(symbol)
    const { market, warmth } = this.#deps
    const rows = await this.#newestRows(symbol)
    const row = rows.find((each) => each.hours === hours)
    if (row === undefined) return { warming: warmingUp(symbol, warmth(symbol)) }
    return market.hub.now() < row.dueAt + latenessMs(market.hub.status().speed) ? { row, rows } : { warming: overdue(row) }
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
    const state = `${market.sourceId()} ${market.round()} ${this.#revision} ${Math.floor(market.hub.now() / HOUR_MS)}`
    const found = this.#kept.get(key)
    // One key is only ever made by one kind of question.
    if (found?.state === state) return found.value as Promise<T>
    const value = make()
    this.#kept.set(key, { state, value })
    value.catch(() => this.#kept.delete(key))
    return value
  }
}

type NewestRow = { readonly row: ForecastRow; readonly rows: readonly ForecastRow[] } | { readonly warming: Warming }

export type HistoryQuery = {
  readonly symbol: string
  readonly hours: number
  readonly state?: ForecastState | undefined
  /** Issued before or after this moment (milliseconds); at most one of the two. */
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

/** A page with the ways on from it; towards newer ones the entries come oldest first. */
function pageOf({ before, after }: Pick<HistoryQuery, 'before' | 'after'>, found: readonly ForecastEntry[], hasMore: boolean) {
  const isBackwards = after !== undefined
  const entries = isBackwards ? found.toReversed() : [...found]
  const hasNewer = isBackwards ? hasMore : before !== undefined
  const hasOlder = isBackwards || hasMore
  return {
    entries,
    next_before: hasOlder ? (entries.at(-1)?.issued_at ?? null) : null,
    next_after: hasNewer ? (entries[0]?.issued_at ?? null) : null,
  }
}

/** A forecast whose hour is just over stands until its successor can be here: some market time, and some of this machine's. */
const latenessMs = (speed: number): number => Math.max(2 * MINUTE_MS, 5 * SECOND_MS * speed)

const notYet = ({ detail }: Warming): AppError => new AppError('unavailable', { detail, retryAfterSeconds: 5 })
