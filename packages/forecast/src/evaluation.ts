import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import type { Forecaster } from './forecaster.ts'
import { hourSlot, SLOT_COUNT } from './hour-slot.ts'
import { type ForecastScore, scoreForecast } from './scores.ts'

/** One issued forecast: `candle_open_time, close, hours`, then the 21 log-return quantiles. */
export type IssuedForecast = {
  readonly time: number
  readonly close: number
  readonly hours: number
  readonly quantiles: Float64Array
}

/** Scores of one horizon over all origins. Ratios are model / baseline on the same origins; below 1 is better. */
export type HorizonScores = {
  readonly hours: number
  readonly origins: number
  readonly crps: number
  readonly crps_ratio: number
  readonly tail_pinball_ratio: number
  readonly median_error_ratio: number
  readonly coverage: Readonly<Record<'50' | '80' | '95', number>>
  readonly width_80: number
  /** 80 % band coverage by quintile of the previous day's realised volatility, calmest first. */
  readonly coverage_80_by_volatility: readonly number[]
  /** Mean and largest distance of the 80 % band's coverage from 0.8 over the 48 weekly slots. */
  readonly slot_miss_80: { readonly mean: number; readonly largest: number }
  /** CRPS ratio of origins within 24 h after an hourly move of at least 5 weekly standard deviations; null if none. */
  readonly crps_ratio_after_shock: number | null
  /** PIT histogram: outcomes per twentieth of the forecast distribution. */
  readonly pit: readonly number[]
}

type Scored = { readonly ours: ForecastScore; readonly base: ForecastScore; readonly context: Context }
type Context = { readonly volatility: number; readonly isAfterShock: boolean; readonly slot: number }
type Pending = { readonly hours: number; readonly ours: Float64Array; readonly base: Float64Array; readonly context: Context }

const HOUR_SECONDS = 3600
const SHOCK_DEVIATIONS = 5

/** Input of {@link evaluateForecasts}. */
export type EvaluationRequest = {
  /** Ascending. Invalid, duplicate or older candles are skipped, as in live use. */
  readonly candles: Iterable<Candle>
  /** Open times of the first and last origin, in seconds, inclusive. */
  readonly from: number
  readonly to: number
  readonly hours: readonly number[]
  readonly model: Forecaster
  readonly baseline: Forecaster
  readonly issue: (forecast: IssuedForecast) => void
}

/** Scores each forecast before revealing its outcome (METHOD.md, Scoring). Ratios are NaN for horizons without scored origins. */
export function evaluateForecasts(request: EvaluationRequest): HorizonScores[] {
  const { model, baseline } = request
  const pending = new Map<number, Pending[]>()
  const closes = new Map<number, number>()
  const scored = new Map(request.hours.map((hours): [number, Scored[]] => [hours, []]))
  const context = marketContext()
  for (const candle of request.candles) {
    if (!model.update(candle)) continue
    baseline.update(candle)
    closes.set(candle.time, candle.close)
    closes.delete(candle.time - 48 * HOUR_SECONDS)
    for (const due of pending.get(candle.time) ?? []) {
      const outcome = Math.log(candle.close / defined(closes.get(candle.time - due.hours * HOUR_SECONDS)))
      defined(scored.get(due.hours)).push({
        ours: scoreForecast(due.ours, outcome),
        base: scoreForecast(due.base, outcome),
        context: due.context,
      })
    }
    pending.delete(candle.time)
    const state = context(candle)
    if (candle.time >= request.from && candle.time <= request.to) issueAll(request, candle, state, pending)
  }
  return request.hours.map((hours) => summarise(hours, defined(scored.get(hours))))
}

function issueAll(request: EvaluationRequest, candle: Candle, context: Context, pending: Map<number, Pending[]>): void {
  for (const hours of request.hours) {
    const ours = request.model.forecast(hours)?.quantiles
    if (ours === undefined) continue
    request.issue({ time: candle.time, close: candle.close, hours, quantiles: ours })
    const base = request.baseline.forecast(hours)?.quantiles
    const due = candle.time + hours * HOUR_SECONDS
    if (base !== undefined) pending.set(due, [...(pending.get(due) ?? []), { hours, ours, base, context }])
  }
}

function marketContext(): (candle: Candle) => Context {
  const day: number[] = []
  let weekSquare = 0
  let last: number | undefined
  let lastShock = Number.NEGATIVE_INFINITY
  return (candle) => {
    const change = last === undefined ? 0 : Math.log(candle.close / last)
    last = candle.close
    if (weekSquare > 0 && Math.abs(change) > SHOCK_DEVIATIONS * Math.sqrt(weekSquare)) lastShock = candle.time
    weekSquare += (change ** 2 - weekSquare) / 168
    day.push(change ** 2)
    if (day.length > 24) day.shift()
    return {
      volatility: day.reduce((sum, square) => sum + square, 0),
      isAfterShock: candle.time - lastShock < 24 * HOUR_SECONDS,
      slot: hourSlot(candle.time + HOUR_SECONDS),
    }
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const ratioOf = (scored: readonly Scored[], pick: (score: ForecastScore) => number): number =>
  mean(scored.map(({ ours }) => pick(ours))) / mean(scored.map(({ base }) => pick(base)))
const coverageOf = (scored: readonly Scored[], percent: 50 | 80 | 95): number =>
  mean(scored.map(({ ours }) => (ours.covered[percent] ? 1 : 0)))

function summarise(hours: number, scored: readonly Scored[]): HorizonScores {
  const afterShock = scored.filter(({ context }) => context.isAfterShock)
  const misses = bySlot(scored)
    .filter((group) => group.length > 0)
    .map((group) => Math.abs(coverageOf(group, 80) - 0.8))
  const byVolatility = scored.toSorted((a, b) => a.context.volatility - b.context.volatility)
  const fifth = (index: number) => byVolatility.slice((index * scored.length) / 5, ((index + 1) * scored.length) / 5)
  return {
    hours,
    origins: scored.length,
    crps: mean(scored.map(({ ours }) => ours.crps)),
    crps_ratio: ratioOf(scored, (score) => score.crps),
    tail_pinball_ratio: ratioOf(scored, (score) => score.tail),
    median_error_ratio: ratioOf(scored, (score) => score.medianError),
    coverage: { '50': coverageOf(scored, 50), '80': coverageOf(scored, 80), '95': coverageOf(scored, 95) },
    width_80: mean(scored.map(({ ours }) => ours.width)),
    coverage_80_by_volatility: [0, 1, 2, 3, 4].map((index) => coverageOf(fifth(index), 80)),
    slot_miss_80: { mean: mean(misses), largest: Math.max(...misses) },
    crps_ratio_after_shock: afterShock.length === 0 ? null : ratioOf(afterShock, (score) => score.crps),
    pit: pitCounts(scored),
  }
}

function bySlot(scored: readonly Scored[]): Scored[][] {
  const groups = Array.from({ length: SLOT_COUNT }, (): Scored[] => [])
  for (const each of scored) itemAt(groups, each.context.slot).push(each)
  return groups
}

function pitCounts(scored: readonly Scored[]): number[] {
  const counts = Array.from({ length: 20 }, () => 0)
  for (const { ours } of scored) {
    const bin = Math.min(19, Math.floor(ours.pit * 20))
    counts[bin] = itemAt(counts, bin) + 1
  }
  return counts
}
