import { HOUR_MS } from '@aerie/core/time'
import { priceFan } from '@aerie/forecast/fan'
import { BANDS, MEDIAN_INDEX, QUANTILE_LEVELS } from '@aerie/forecast/quantile-levels'
import type { ChainCheck, Forecast, ForecastEntry, Scorecard } from '@aerie/wire/forecasts'
import type { Database } from '../../db/client.ts'
import { AppError } from '../../plugins/app-error.ts'
import type { ForecastMarket } from './forecast-keeper.ts'
import { type ChainRow, type ForecastRow, forecastRepository, type RecordRow } from './forecast-repository.ts'
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

export type ForecastService = ReturnType<typeof forecastService>

/** Everything that can be asked of the record: always that of the present source, and never beyond the market's present. */
export function forecastService({ db, market, symbols, candlesSeen, model }: Deps) {
  const repository = forecastRepository(db)
  const kept = new Map<string, Kept<unknown>>()
  let chainOfSource: { readonly id: string; readonly row: ChainRow } | undefined
  let revision = 0
  let check: { readonly at: number; readonly sourceId: string; readonly answer: Promise<ChainCheck> } | undefined

  const chain = async (): Promise<ChainRow | undefined> => {
    const id = market.sourceId()
    if (chainOfSource?.id === id) return chainOfSource.row
    const row = await repository.findChain(id)
    if (row !== undefined) chainOfSource = { id, row }
    return row
  }
  /** Makes an answer once for each state of the record and hour of the market. */
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    const state = `${market.sourceId()} ${revision} ${Math.floor(market.hub.now() / HOUR_MS)}`
    const found = kept.get(key)
    // One key is only ever made by one kind of question.
    if (found?.state === state) return found.value as Promise<T>
    const value = make()
    kept.set(key, { state, value })
    value.catch(() => kept.delete(key))
    return value
  }
  const demandPredicted = (symbol: string): void => {
    if (market.hub.state(symbol) === undefined) throw new AppError('not_found', { detail: `There is no coin ${symbol} in the catalogue.` })
    if (symbols.includes(symbol)) return
    throw new AppError('not_found', { detail: `There are no predictions of ${symbol}: only of ${symbols.join(', ')}.` })
  }
  const newestRows = (symbol: string): Promise<ForecastRow[]> =>
    once(`newest ${symbol}`, async () => {
      const row = await chain()
      return row === undefined ? [] : repository.newest(row.number, symbol, market.hub.now())
    })

  return {
    /** Told that forecasts were issued or scored. */
    recordHasGrown: (): void => {
      revision += 1
    },

    /**
     * The newest forecast of a coin at a horizon.
     *
     * @throws AppError `not_found` for a coin without predictions, `unavailable` with the reason while there is none
     */
    newestForecast: async (symbol: string, hours: number): Promise<Forecast> => {
      demandPredicted(symbol)
      const rows = await newestRows(symbol)
      const row = rows.find((each) => each.hours === hours)
      if (row === undefined) throw noForecastYet(symbol, candlesSeen(symbol))
      if (row.dueAt <= market.hub.now()) throw outOfDate(row)
      return forecastOf(row, rows, market.hub.kind())
    },

    scorecard: (symbol: string, hours: number): Promise<Scorecard> => {
      demandPredicted(symbol)
      return once(`scorecard ${symbol} ${hours}`, async () => {
        const row = await chain()
        const wanted = { chain: row?.number ?? -1, symbol, hours, now: market.hub.now() }
        const issued = await repository.countIssued(wanted)
        return scorecardOf({ symbol, hours, source: market.hub.kind(), issued, model }, await repository.scoreSums(wanted))
      })
    },

    /** Single forecasts, newest first; `nextBefore` continues the list. */
    history: async ({ symbol, hours, before, limit }: HistoryQuery): Promise<{ entries: ForecastEntry[]; next_before: number | null }> => {
      demandPredicted(symbol)
      const row = await chain()
      const now = market.hub.now()
      const wanted = { chain: row?.number ?? -1, symbol, hours, now }
      const records = await repository.history(wanted, before ?? Number.MAX_SAFE_INTEGER, limit + 1)
      const entries = records.slice(0, limit).map((record) => entryOf(record, now))
      return { entries, next_before: records.length > limit ? entries.at(-1)!.issued_at : null }
    },

    /** The record in its own order, page by page, with everything that the hashes cover: the whole chain or one coin's part. */
    async *records(symbol: string | undefined, hours: number | undefined): AsyncGenerator<{ chain: ChainRow; rows: RecordRow[] }> {
      const row = await chain()
      if (row === undefined) return
      for (let afterSeq = 0; ; ) {
        const rows = await repository.page({ chain: row.number, afterSeq, limit: EXPORT_PAGE, symbol, hours })
        if (rows.length > 0) yield { chain: row, rows }
        if (rows.length < EXPORT_PAGE) return
        afterSeq = rows.at(-1)!.forecast.seq
      }
    },
    demandPredicted,

    /** The present source's chain, recomputed; askers within a few seconds share one answer. */
    verify: (): Promise<ChainCheck> => {
      const sourceId = market.sourceId()
      if (check?.sourceId === sourceId && performance.now() - check.at < CHECK_KEPT_MS) return check.answer
      const answer = verifyChain(db, sourceId)
      const mine = { at: performance.now(), sourceId, answer }
      check = mine
      answer.then(
        () => {
          if (check === mine) check = { ...mine, at: performance.now() }
        },
        () => {
          if (check === mine) check = undefined
        },
      )
      return answer
    },
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
