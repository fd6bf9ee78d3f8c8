import { itemAt } from '@aerie/core/item-at'
import { HOUR_MS } from '@aerie/core/time'
import { scoreForecast } from '@aerie/forecast/scores'
import type { SourceKind } from '@aerie/wire/market/market'
import type { Database } from '../../platform/db/client.ts'
import { recordHash } from './forecast-chain.ts'
import type { Outlook } from './hourly-models.ts'
import { type ChainRow, type ForecastRow, forecastRepository, type ScoreRow } from './store.ts'

export type ForecastSource = { readonly id: string; readonly kind: SourceKind }
export type QuotedOutlook = Outlook & { readonly quote: string }

/** Later forecasts are not stored. */
const IN_TIME_MS = HOUR_MS
const DUE_AT_ONCE = 5_000

export const isInTime = ({ issuedAt }: Pick<Outlook, 'issuedAt'>, now: number): boolean => now < issuedAt + IN_TIME_MS

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

/** Append-only. Forecasts are issued under the chain's head lock, so concurrent processes are serialized. */
export const forecastRecords = (db: Database) => ({
  issue: (source: ForecastSource, outlooks: readonly QuotedOutlook[], now: () => number): Promise<number> =>
    db.transaction(async (tx) => {
      const repository = forecastRepository(tx)
      const chain = await repository.lockChain(source.id, source.kind)
      const fresh: New[] = []
      for (const outlook of outlooks) {
        const madeAt = Math.max(Math.floor(now()), outlook.issuedAt)
        const known = await repository.issuedHours(chain.number, outlook.symbol, outlook.issuedAt)
        fresh.push(...newForecasts(outlook, madeAt, known))
      }
      const rows = chained(chain, fresh)
      await repository.append(chain.number, rows)
      return rows.length
    }),

  scoreDue: async ({ source, now, after, outcomes, isMissing }: ScoreRequest): Promise<Scored> => {
    const repository = forecastRepository(db)
    const chain = await repository.findChain(source.id)
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
    for (let from = 0; from < rows.length; from += 500) await repository.insertScores(rows.slice(from, from + 500))
    const missing = rows.filter(({ state }) => state === 'missing').length
    return { scored: rows.length - missing, missing, waitingSince }
  },
})

export type ForecastRecords = ReturnType<typeof forecastRecords>

type New = { readonly outlook: QuotedOutlook; readonly index: number; readonly madeAt: number }

const newForecasts = (outlook: QuotedOutlook, madeAt: number, known: ReadonlySet<number>): New[] =>
  isInTime(outlook, madeAt) ? outlook.quantiles.flatMap((_, index) => (known.has(index + 1) ? [] : [{ outlook, index, madeAt }])) : []

function chained({ number, sourceId, sourceKind, head, length }: ChainRow, fresh: readonly New[]): ForecastRow[] {
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
    const hash = recordHash(prevHash, { ...record, sourceId, sourceKind })
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
