import { itemAt } from '@aerie/core/item-at'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import { scoreForecast } from '@aerie/forecast/scores'
import { type ForecastSeries, NOW_HOURS } from '@aerie/wire/market/forecasts'
import type { Database, Db } from '../../platform/db/client.ts'
import { demandTerm, type Term } from '../../platform/duties/duty.ts'
import { recordHash } from './forecast-chain.ts'
import type { Outlook } from './hourly-models.ts'
import { type ChainRow, type FanRow, type ForecastRow, type ForecastSource, forecastRepository, type ScoreRow } from './store.ts'

export type QuotedOutlook = Outlook & { readonly quote: string }

/** Interval of the origins of a series. A forecast is stored only before the next one is due. */
export const SERIES_STEP_MS: Readonly<Record<ForecastSeries, number>> = { hourly: HOUR_MS, now: 5 * MINUTE_MS }
/** Horizons that are stored and scored, in hours. */
const RECORDED_HOURS: Readonly<Record<ForecastSeries, (hours: number) => boolean>> = {
  hourly: () => true,
  now: (hours) => NOW_HOURS.some((each) => each === hours),
}
const DUE_AT_ONCE = 5_000

export const isInTime = ({ issuedAt }: Pick<Outlook, 'issuedAt'>, now: number, series: ForecastSeries = 'hourly'): boolean =>
  now < issuedAt + SERIES_STEP_MS[series]

export type ScoreRequest = {
  readonly source: ForecastSource
  readonly now: number
  /** Forecasts due by then are already settled. */
  readonly after: number
  /** Closing prices by `symbol dueAt`; missing candles are omitted. */
  readonly outcomes: (due: readonly ForecastRow[]) => Promise<ReadonlyMap<string, number>>
  /** Whether a candle missing now will never arrive. */
  readonly isMissing: (dueAt: number) => boolean
}
export type Scored = {
  readonly scored: number
  readonly missing: number
  /** Due time of the oldest waiting forecast. */
  readonly waitingSince: number | undefined
}

export const outcomeKey = (symbol: string, dueAt: number): string => `${symbol} ${dueAt}`

/**
 * Append-only. Forecasts are issued under the chain's head lock, so concurrent processes are serialized. `fence`: the duty whose holder alone
 * may write; writes of any other process throw DutyLost.
 */
export const forecastRecords = (db: Database, series: ForecastSeries = 'hourly', fence: () => Term | undefined = () => undefined) => ({
  issue: (source: ForecastSource, outlooks: readonly QuotedOutlook[], now: () => number): Promise<number> =>
    db.transaction(async (tx) => {
      await demand(tx, fence())
      const repository = forecastRepository(tx)
      const chain = await repository.lockChain(source, series)
      const fresh: New[] = []
      const fans: FanRow[] = []
      for (const outlook of outlooks) {
        const madeAt = Math.max(Math.floor(now()), outlook.issuedAt)
        const known = await repository.issuedHours(chain.number, outlook.symbol, outlook.issuedAt)
        if (!isInTime(outlook, madeAt, series)) continue
        fresh.push(...newForecasts(outlook, madeAt, (hours) => RECORDED_HOURS[series](hours) && !known.has(hours)))
        if (series === 'now') fans.push(fanRow(chain.number, outlook))
      }
      const rows = chained(chain, fresh)
      await repository.append(chain.number, rows)
      await repository.setFans(fans)
      return rows.length
    }),

  scoreDue: async ({ source, now, after, outcomes, isMissing }: ScoreRequest): Promise<Scored> => {
    const repository = forecastRepository(db)
    const term = fence()
    const chain = await repository.findChain(source.id, series)
    const due = chain === undefined ? [] : await repository.due(chain.number, { after, now, limit: DUE_AT_ONCE })
    const closes = due.length === 0 ? new Map<string, number>() : await outcomes(due)
    const settle = (forecast: ForecastRow): ScoreRow | undefined => {
      const outcome = closes.get(outcomeKey(forecast.symbol, forecast.dueAt))
      if (outcome !== undefined) return scoreRow(forecast, outcome, now)
      return isMissing(forecast.dueAt) ? { ...NO_SCORE, chain: forecast.chain, seq: forecast.seq, scoredAt: Math.floor(now) } : undefined
    }
    const settled = due.map(settle)
    const rows = settled.filter((row) => row !== undefined)
    // Due ones are sorted oldest first.
    const waitingSince = due[settled.indexOf(undefined)]?.dueAt
    rows.sort((a, b) => a.seq - b.seq)
    if (rows.length > 0)
      await db.transaction(async (tx) => {
        await demand(tx, term)
        for (let from = 0; from < rows.length; from += 500) await forecastRepository(tx).insertScores(rows.slice(from, from + 500))
      })
    const missing = rows.filter(({ state }) => state === 'missing').length
    return { scored: rows.length - missing, missing, waitingSince }
  },
})

const demand = async (tx: Db, term: Term | undefined): Promise<void> => {
  if (term !== undefined) await demandTerm(tx, term)
}

export type ForecastRecords = ReturnType<typeof forecastRecords>

type New = { readonly outlook: QuotedOutlook; readonly index: number; readonly madeAt: number }

const newForecasts = (outlook: QuotedOutlook, madeAt: number, isNew: (hours: number) => boolean): New[] =>
  outlook.quantiles.flatMap((_, index) => (isNew(index + 1) ? [{ outlook, index, madeAt }] : []))

const fanRow = (chain: number, { symbol, issuedAt, anchor, quote, model, candles, quantiles }: QuotedOutlook): FanRow => ({
  chain,
  symbol,
  issuedAt,
  anchor,
  quote,
  model,
  candles,
  quantiles: quantiles.flat(),
})

function chained({ number, sourceId, sourceKind, series, head, length }: ChainRow, fresh: readonly New[]): ForecastRow[] {
  let prevHash = head
  return fresh.map(({ outlook, index, madeAt }, place) => {
    const { symbol, issuedAt, model, candles, quote, anchor } = outlook
    const hours = index + 1
    const record = {
      seq: length + place + 1,
      symbol,
      hours,
      issuedAt,
      dueAt: issuedAt + hours * HOUR_MS,
      madeAt,
      model,
      candles,
      quote,
      anchor,
      quantiles: [...itemAt(outlook.quantiles, index)],
      baseline: [...itemAt(outlook.baseline, index)],
    }
    const hash = recordHash(prevHash, { ...record, sourceId, sourceKind }, series)
    const row = { ...record, chain: number, prevHash, hash }
    prevHash = hash
    return row
  })
}

const NO_SCORE = {
  state: 'missing',
  outcome: null,
  crps: null,
  tailPinball: null,
  medianError: null,
  width80: null,
  pit: null,
  isIn50: null,
  isIn80: null,
  isIn95: null,
  baselineCrps: null,
  baselineTailPinball: null,
  baselineMedianError: null,
  baselineWidth80: null,
} as const

function scoreRow({ chain, seq, anchor, quantiles, baseline }: ForecastRow, outcome: number, now: number): ScoreRow {
  const change = Math.log(outcome / anchor)
  const ours = scoreForecast(quantiles, change)
  const base = scoreForecast(baseline, change)
  return {
    chain,
    seq,
    state: 'scored',
    scoredAt: Math.floor(now),
    outcome,
    crps: ours.crps,
    tailPinball: ours.tail,
    medianError: ours.medianError,
    width80: ours.width,
    pit: ours.pit,
    isIn50: ours.covered[50],
    isIn80: ours.covered[80],
    isIn95: ours.covered[95],
    baselineCrps: base.crps,
    baselineTailPinball: base.tail,
    baselineMedianError: base.medianError,
    baselineWidth80: base.width,
  }
}
