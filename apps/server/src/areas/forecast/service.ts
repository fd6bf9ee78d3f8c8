import { itemAt, numberAt } from '@aerie/core/item-at'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { BANDS, MEDIAN_INDEX, priceFan, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import { wilsonInterval } from '@aerie/forecast/scores'
import type {
  ChainCheck,
  Forecast,
  ForecastAnswer,
  ForecastEntry,
  ForecastHistory,
  ForecastSeries,
  ForecastState,
  Scorecard,
  Warming,
} from '@aerie/wire/market/forecasts'
import type { Database, Db } from '../../platform/db/client.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { GENESIS } from './forecast-chain.ts'
import type { ForecastMarket, WarmUpProgress } from './forecast-keeper.ts'
import { SERIES_STEP_MS } from './forecast-records.ts'
import { recordRepository } from './record-repository.ts'
import { type ChainRow, type ForecastRow, forecastRepository, type RecordRow } from './store.ts'

type Deps = {
  readonly db: Database
  readonly market: ForecastMarket
  readonly symbols: readonly string[]
  readonly warmth: (symbol: string) => WarmUpProgress
  readonly model: string
  /** Default: `hourly`. */
  readonly series?: ForecastSeries
}

type Kept<T> = { readonly state: string; readonly value: Promise<T> }

const CHECK_KEPT_MS = 10_000
const EXPORT_PAGE = 500
/** Nonexistent chain id, for sources without forecasts. */
const NO_CHAIN = -1

/** Reads the present source only, never beyond the market's present. */
export class ForecastService {
  readonly #deps: Deps
  readonly #forecasts: ReturnType<typeof forecastRepository>
  readonly #records: ReturnType<typeof recordRepository>
  readonly #series: ForecastSeries
  readonly #kept = new Map<string, Kept<unknown>>()
  #chain: { readonly id: string; readonly row: ChainRow } | undefined
  #revision = 0
  #check: { readonly at: number; readonly sourceId: string; readonly answer: Promise<ChainCheck> } | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.#series = deps.series ?? 'hourly'
    this.#forecasts = forecastRepository(deps.db)
    this.#records = recordRepository(deps.db)
  }

  recordHasGrown(): void {
    this.#revision += 1
  }

  demandPredicted(symbol: string): void {
    const { market, symbols } = this.#deps
    if (market.hub.state(symbol) === undefined) throw new AppError('not_found', { detail: `Unknown coin: ${symbol}.` })
    if (symbols.includes(symbol)) return
    throw new AppError('not_found', { detail: `No predictions for ${symbol}. They are made for ${symbols.join(', ')}.` })
  }

  /** @throws AppError `not_found` for a coin without predictions */
  async newest(symbol: string, hours: number): Promise<ForecastAnswer> {
    const source = this.#deps.market.hub.kind()
    const found = await this.#newestRow(symbol, hours)
    if ('warming' in found) return { state: 'warming', symbol, hours, source, ...found.warming }
    return forecastOf(found.row, found.rows, source)
  }

  async newestForecast(symbol: string, hours: number): Promise<Forecast> {
    const answer = await this.newest(symbol, hours)
    if (answer.state === 'warming') throw notYet(answer)
    return answer
  }

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
      return scorecardOf(
        { symbol, hours, series: this.#series, source: market.hub.kind(), issued, model },
        await this.#records.scoreSums(wanted),
      )
    })
    return { ...card, warming: card.scored > 0 ? null : await this.#beforeFirstScore(symbol, hours) }
  }

  /** Newest first; paginated by `next_before` and `next_after`. */
  async history({ limit, ...query }: HistoryQuery): Promise<ForecastHistory> {
    this.demandPredicted(query.symbol)
    const wanted = await this.#wanted(query.symbol, query.hours)
    const page = { ...wanted, ...query, limit: limit + 1 }
    const [found, counts] = await Promise.all([this.#records.history(page), this.#records.counts(wanted)])
    const source = this.#deps.market.hub.kind()
    const entries = found.slice(0, limit).map((record) => entryOf(record, wanted.now, source))
    return { counts, ...pageOf(query, entries, found.length > limit) }
  }

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

  verify(): Promise<ChainCheck> {
    const sourceId = this.#deps.market.sourceId()
    const known = this.#check
    if (known?.sourceId === sourceId && performance.now() - known.at < CHECK_KEPT_MS) return known.answer
    // Cache time starts at the end, so only one runs at a time.
    const mine = { at: Number.POSITIVE_INFINITY, sourceId, answer: verifyChain(this.#deps.db, sourceId, this.#series) }
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
    const row = await this.#forecasts.findChain(id, this.#series)
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

  #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const { market } = this.#deps
    const state = `${market.sourceId()} ${market.round()} ${this.#revision} ${Math.floor(market.hub.now() / SERIES_STEP_MS[this.#series])}`
    const found = this.#kept.get(key)
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
  /** Milliseconds; at most one of the two. */
  readonly before?: number | undefined
  readonly after?: number | undefined
  readonly limit: number
}

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

/** Grace period until the successor of an expired forecast must be available, in market and machine time. */
const latenessMs = (speed: number): number => Math.max(2 * MINUTE_MS, 5 * SECOND_MS * speed)

export const notYet = ({ detail }: Warming): AppError => new AppError('unavailable', { detail, retryAfterSeconds: 5 })

const PAGE = 5_000

/** Recomputes all hashes and compares the last with the noted head. */
export async function verifyChain(db: Db, sourceId: string, series: ForecastSeries = 'hourly'): Promise<ChainCheck> {
  const records = recordRepository(db)
  const chain = await forecastRepository(db).findChain(sourceId, series)
  if (chain === undefined) return { intact: true, length: 0, head: GENESIS.toString('hex'), broken_at: null }
  const result = (brokenAt: number | null): ChainCheck => ({
    intact: brokenAt === null,
    length: chain.length,
    head: chain.head.toString('hex'),
    broken_at: brokenAt,
  })
  let prevHash = GENESIS
  // Records issued meanwhile are beyond the noted head.
  for (let afterSeq = 0; afterSeq < chain.length; afterSeq += PAGE) {
    const limit = Math.min(PAGE, chain.length - afterSeq)
    const { count, brokenAt, last } = await records.checkPage({ chain, afterSeq, prevHash, limit })
    if (brokenAt !== null) return result(brokenAt)
    if (count < limit || last === null) return result(afterSeq + count + 1)
    prevHash = last
  }
  return result(prevHash.equals(chain.head) ? null : chain.length)
}

/** A day for the model, and another before the random walk has 24 h returns. */
export const CANDLES_NEEDED = 48

export function warmingUp(symbol: string, { candles, isOpen, isSettled, since }: WarmUpProgress): Warming {
  const facts = { since, candles, candles_needed: CANDLES_NEEDED }
  if (candles < CANDLES_NEEDED && isSettled) {
    const detail = `There is too little history for a forecast of ${symbol}: ${candles} of the ${CANDLES_NEEDED} hours it needs.`
    return { ...facts, missing: 'history', detail }
  }
  if (isOpen && candles >= CANDLES_NEEDED) {
    return { ...facts, missing: 'first-forecast', detail: `The first forecast for ${symbol} is being made.` }
  }
  const soFar = `${candles.toLocaleString('en-US')} ${candles === 1 ? 'hour' : 'hours'} so far`
  const detail = `The price history of ${symbol} is still loading: ${soFar}. The first forecast follows automatically.`
  return { ...facts, missing: 'history', detail }
}

const overdue = ({ symbol, hours, dueAt, candles }: ForecastRow): Warming => ({
  missing: 'next-hour',
  detail: `The latest forecast of ${symbol} for ${hours} h was due at ${utcText(dueAt)}; the next one needs a newly closed hour.`,
  since: dueAt,
  candles,
  candles_needed: CANDLES_NEEDED,
})

const beforeOutcome = ({ symbol, hours, issuedAt, dueAt, candles }: ForecastRow): Warming => ({
  missing: 'first-outcome',
  detail: `The first forecast of ${symbol} for ${hours} h was made at ${utcText(issuedAt)} and can be scored at ${utcText(dueAt)}.`,
  since: issuedAt,
  candles,
  candles_needed: CANDLES_NEEDED,
})

export const utcText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export type ScoreSums = Awaited<ReturnType<ReturnType<typeof recordRepository>['scoreSums']>>
type Facts = Pick<Scorecard, 'symbol' | 'hours' | 'series' | 'source' | 'issued'> & { readonly model: string }

/** A ratio over fewer days is meaningless: volatility clusters over weeks. */
const DAYS_FOR_A_RATIO = 90
const PIT_BINS = 20

export function scorecardOf(facts: Facts, sums: ScoreSums): Scorecard {
  const { scored, since, until } = sums
  const pits = sums.pits ?? []
  const independent = independentOutcomes(scored, facts.hours, (until ?? 0) - (since ?? 0))
  // Origins that were missed do not count.
  const days = (scored * SERIES_STEP_MS[facts.series ?? 'hourly']) / DAY_MS
  return {
    ...facts,
    model: sums.model ?? facts.model,
    since,
    until,
    scored,
    independent,
    coverage: BANDS.map(({ percent }) => coverageOf(percent, { 50: sums.in50, 80: sums.in80, 95: sums.in95 }[percent], independent)),
    crps: compared(sums.crps, sums.baseCrps),
    tail_pinball: compared(sums.tail, sums.baseTail),
    median_error: compared(sums.median, sums.baseMedian),
    width_80: compared(sums.width, sums.baseWidth),
    pit: pitCounts(pits),
    calibration: pits.length === 0 ? [] : QUANTILE_LEVELS.map((level) => [level, pits.filter((pit) => pit <= level).length / pits.length]),
    days,
    ratio_is_claimed: days >= DAYS_FOR_A_RATIO,
  }
}

/** Number of non-overlapping outcomes: spanned hours over the horizon, at most `scored`. */
const independentOutcomes = (scored: number, hours: number, spanMs: number): number =>
  scored === 0 ? 0 : Math.min(scored, spanMs / (hours * HOUR_MS) + 1)

function coverageOf(percent: number, share: number | null, independent: number): Scorecard['coverage'][number] {
  if (share === null) return { percent, share: null, low: null, high: null }
  const [low, high] = wilsonInterval(share, independent)
  return { percent, share, low, high }
}

const compared = (ours: number | null, baseline: number | null): Scorecard['crps'] =>
  ours === null || baseline === null || baseline <= 0 ? null : { ours, random_walk: baseline, ratio: ours / baseline }

function pitCounts(pits: readonly number[]): number[] {
  const counts = Array.from({ length: PIT_BINS }, () => 0)
  for (const pit of pits) {
    const bin = Math.min(PIT_BINS - 1, Math.floor(pit * PIT_BINS))
    counts[bin] = itemAt(counts, bin) + 1
  }
  return counts
}

export const priceAt = (anchor: number, change: number): number => anchor * Math.exp(change)

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
    state: 'ready',
    series: 'hourly',
    symbol,
    issued_at: issuedAt,
    hours,
    anchor,
    quantiles: row.quantiles.map((change, index) => [itemAt(QUANTILE_LEVELS, index), priceAt(anchor, change)]),
    path: (fan?.prices ?? []).map((prices, index) => [index + 1, Array.from(prices)]),
    model,
    source,
    quote,
    candles,
  }
}

function entryOf({ forecast, score }: RecordRow, now: number, source: ForecastEntry['source']): ForecastEntry {
  const { seq, issuedAt, dueAt, anchor, quantiles, quote } = forecast
  const price = (index: number): number => priceAt(anchor, numberAt(quantiles, index))
  const [b50, b80, b95] = BANDS
  // A restarted replay must not show later outcomes.
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
    quote,
    source,
    outcome: known?.outcome ?? null,
    state: known?.state ?? 'open',
    crps: known?.crps ?? null,
    random_walk_crps: known?.baselineCrps ?? null,
    hash: forecast.hash.toString('hex'),
  }
}
