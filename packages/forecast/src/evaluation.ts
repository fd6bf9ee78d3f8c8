import { defined } from '@aerie/core/defined'
import { itemAt, numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import type { Forecaster } from './forecaster.ts'
import { hourSlot, SLOT_COUNT } from './hourly-series.ts'
import { crps, type ForecastScore, scoreForecast } from './scores.ts'

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
  /** Scores by the minutes since the full hour; only of origins between the hours. */
  readonly by_age?: readonly AgeScores[]
}

/** Scores of the origins of one age. Ratios are sums over sums on the same origins. */
export type AgeScores = {
  /** Minutes since the full hour. */
  readonly minutes: number
  readonly origins: number
  readonly crps: number
  readonly crps_ratio: number
  readonly coverage: HorizonScores['coverage']
  /** CRPS ratios of the alternatives, by name. */
  readonly alternatives: Readonly<Record<string, number>>
}

type Scored = { readonly ours: ForecastScore; readonly base: ForecastScore; readonly others: readonly number[]; readonly context: Context }
type Context = { readonly volatility: number; readonly isAfterShock: boolean; readonly slot: number; readonly minutes: number }
type Pending = {
  readonly hours: number
  readonly ours: Float64Array
  readonly base: Float64Array
  readonly others: readonly Float64Array[]
  readonly context: Context
}

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
  /** Fed like the model, unless it is a part of it that the model feeds. */
  readonly baseline: Pick<Forecaster, 'forecast'> & Partial<Pick<Forecaster, 'update'>>
  readonly issue: (forecast: IssuedForecast) => void
  /** Interval of the candles in seconds, a divisor of an hour; each close is an origin. Default: an hour. */
  readonly stepSeconds?: number
  /** Other forecasts of the same outcomes, for the scores by age. */
  readonly alternatives?: Readonly<Record<string, Pick<Forecaster, 'forecast'>>>
}

/** Scores each forecast before revealing its outcome (METHOD.md, Scoring). Ratios are NaN for horizons without scored origins. */
export function evaluateForecasts(request: EvaluationRequest): HorizonScores[] {
  const { model, baseline, stepSeconds = HOUR_SECONDS } = request
  const pending = new Map<number, Pending[]>()
  const closes = new Map<number, number>()
  const scored = new Map(request.hours.map((hours): [number, Scored[]] => [hours, []]))
  const context = marketContext(stepSeconds)
  for (const candle of request.candles) {
    if (!model.update(candle)) continue
    baseline.update?.(candle)
    closes.set(candle.time, candle.close)
    closes.delete(candle.time - 48 * HOUR_SECONDS)
    for (const due of pending.get(candle.time) ?? []) {
      const outcome = Math.log(candle.close / defined(closes.get(candle.time - due.hours * HOUR_SECONDS)))
      defined(scored.get(due.hours)).push({
        ours: scoreForecast(due.ours, outcome),
        base: scoreForecast(due.base, outcome),
        others: due.others.map((quantiles) => crps(quantiles, outcome)),
        context: due.context,
      })
    }
    pending.delete(candle.time)
    const state = context(candle)
    if (candle.time >= request.from && candle.time <= request.to) issueAll(request, candle, state, pending)
  }
  return request.hours.map((hours) => {
    const all = defined(scored.get(hours))
    const summary = summarise(hours, all)
    return stepSeconds === HOUR_SECONDS ? summary : { ...summary, by_age: scoresByAge(all, Object.keys(request.alternatives ?? {})) }
  })
}

function issueAll(request: EvaluationRequest, candle: Candle, context: Context, pending: Map<number, Pending[]>): void {
  for (const hours of request.hours) {
    const ours = request.model.forecast(hours)?.quantiles
    if (ours === undefined) continue
    request.issue({ time: candle.time, close: candle.close, hours, quantiles: ours })
    const base = request.baseline.forecast(hours)?.quantiles
    const due = candle.time + hours * HOUR_SECONDS
    const others = Object.values(request.alternatives ?? {}).flatMap((other) => other.forecast(hours)?.quantiles ?? [])
    if (base !== undefined) pending.set(due, [...(pending.get(due) ?? []), { hours, ours, base, others, context }])
  }
}

/** Volatility and shocks are those of full hours; between them the last ones hold. */
function marketContext(stepSeconds: number): (candle: Candle) => Context {
  const day: number[] = []
  let weekSquare = 0
  let last: number | undefined
  let lastShock = Number.NEGATIVE_INFINITY
  const addHour = ({ time, close }: Candle): void => {
    const change = last === undefined ? 0 : Math.log(close / last)
    last = close
    if (weekSquare > 0 && Math.abs(change) > SHOCK_DEVIATIONS * Math.sqrt(weekSquare)) lastShock = time
    weekSquare += (change ** 2 - weekSquare) / 168
    day.push(change ** 2)
    if (day.length > 24) day.shift()
  }
  return (candle) => {
    const now = candle.time + stepSeconds
    if (now % HOUR_SECONDS === 0) addHour(candle)
    return {
      volatility: day.reduce((sum, square) => sum + square, 0),
      isAfterShock: candle.time - lastShock < 24 * HOUR_SECONDS,
      slot: hourSlot(now),
      minutes: (now % HOUR_SECONDS) / 60,
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

function scoresByAge(scored: readonly Scored[], names: readonly string[]): AgeScores[] {
  const groups = Map.groupBy(scored, ({ context }) => context.minutes)
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([minutes, group]) => {
      const base = mean(group.map((each) => each.base.crps))
      const ratio = (index: number) => mean(group.map(({ others }) => numberAt(others, index))) / base
      return {
        minutes,
        origins: group.length,
        crps: mean(group.map(({ ours }) => ours.crps)),
        crps_ratio: ratioOf(group, (score) => score.crps),
        coverage: { '50': coverageOf(group, 50), '80': coverageOf(group, 80), '95': coverageOf(group, 95) },
        alternatives: Object.fromEntries(names.map((name, index) => [name, ratio(index)])),
      }
    })
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
