import { wilsonInterval } from '@aerie/forecast/scores'
import { type AgentPrediction, type AgentPredictionPage, type AgentRecord, PREDICTIONS_PAGE_SIZE } from '@aerie/wire/agent/agent'
import { SOURCE_KINDS } from '@aerie/wire/market/market'
import type { Db } from '../../../platform/db/client.ts'
import { type ClaimRow, claimRepository } from './claim-repository.ts'

/** Newest claims in a record: half a year of a busy user, in one query that takes a fraction of a second. */
const RECORD_OF = 10_000

type Deps = {
  readonly db: Db
  /** Current source and its clock: a restarted replay must not see outcomes of later hours. */
  readonly market: { readonly sourceId: () => string; readonly now: () => number }
}
type Query = { readonly userId: string; readonly symbol: string | undefined; readonly page: number }

export type PredictionsService = ReturnType<typeof predictionsService>

export const predictionsService = ({ db, market }: Deps) => {
  const claims = claimRepository(db)
  const predictionOf = (row: ClaimRow): AgentPrediction => {
    const isHidden = row.sourceId === market.sourceId() && row.dueAt > market.now()
    const priceAt = (change: number): number => row.anchor * Math.exp(change)
    return {
      currency: row.symbol,
      hours: row.hours,
      issued_at: row.issuedAt,
      due_at: row.dueAt,
      anchor: row.anchor,
      predicted: priceAt(row.median),
      low80: priceAt(row.low80),
      high80: priceAt(row.high80),
      quote: row.quote,
      source: row.source,
      close: isHidden ? null : row.outcome,
      state: isHidden || row.state === null ? 'open' : row.state === 'missing' ? 'unscorable' : 'scored',
    }
  }
  return {
    page: async ({ page, ...wanted }: Query): Promise<AgentPredictionPage> => {
      const size = PREDICTIONS_PAGE_SIZE
      const [rows, total, all] = await Promise.all([
        claims.page(wanted, { offset: (page - 1) * size, limit: size }),
        claims.count(wanted),
        claims.page(wanted, { offset: 0, limit: RECORD_OF }),
      ])
      return { entries: rows.map(predictionOf), page, size, total, records: recordsOf(all.map(predictionOf)) }
    },
  }
}

export const recordsOf = (predictions: readonly AgentPrediction[]): AgentRecord[] =>
  SOURCE_KINDS.flatMap((source) => {
    const named = predictions.filter((each) => each.source === source)
    return named.length === 0 ? [] : [recordOf(source, named)]
  })

type Scored = AgentPrediction & { readonly close: number }
const isScored = (prediction: AgentPrediction): prediction is Scored => prediction.state === 'scored' && prediction.close !== null

function recordOf(source: AgentRecord['source'], named: readonly AgentPrediction[]): AgentRecord {
  const scored = named.filter(isScored)
  const independent = independentOf(scored)
  const share = (of: (prediction: Scored) => number): AgentRecord['inside_80'] => {
    if (scored.length === 0) return null
    const value = mean(scored.map(of))
    const [low, high] = wilsonInterval(value, independent)
    return { share: value, low, high }
  }
  return {
    source,
    named: named.length,
    scored: scored.length,
    independent,
    median_error: scored.length === 0 ? null : medianError(scored),
    nearer_than_no_change: share(nearness),
    inside_80: share(({ close, low80, high80 }) => (close >= low80 && close <= high80 ? 1 : 0)),
  }
}

const errorOf = (close: number, predicted: number): number => Math.abs(Math.log(close / predicted))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** 1 if closer than "no change"; 0.5 if equally close. */
function nearness({ close, predicted, anchor }: Scored): number {
  const [ours, noChange] = [errorOf(close, predicted), errorOf(close, anchor)]
  if (ours === noChange) return 0.5
  return ours < noChange ? 1 : 0
}

function medianError(scored: readonly Scored[]): AgentRecord['median_error'] {
  const ours = mean(scored.map(({ close, predicted }) => errorOf(close, predicted)))
  const noChange = mean(scored.map(({ close, anchor }) => errorOf(close, anchor)))
  return { ours, no_change: noChange, ratio: noChange > 0 ? ours / noChange : null }
}

/** Non-overlapping predictions per coin (greedy by due time): claims that share hours are one observation. */
function independentOf(scored: readonly Scored[]): number {
  const ends = new Map<string, number>()
  let n = 0
  for (const { currency, issued_at, due_at } of [...scored].sort((a, b) => a.due_at - b.due_at)) {
    if ((ends.get(currency) ?? 0) > issued_at) continue
    ends.set(currency, due_at)
    n += 1
  }
  return n
}
