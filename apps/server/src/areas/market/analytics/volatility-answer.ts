import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  annualised,
  closeToClose,
  ewma,
  garmanKlass,
  HOURS_A_YEAR,
  knownValues,
  logReturns,
  parkinson,
  percentileRank,
  quantileOf,
  RETURN_COVERAGE,
  type RegimePeriod,
  RISK_METRICS_DECAY,
  regimeOf,
  regimePeriods,
  regimeThresholds,
  rollingVariance,
  yangZhang,
} from '@aerie/core/analytics/volatility'
import { itemAt, numberAt } from '@aerie/core/item-at'
import type { Candle } from '@aerie/core/market/candle'
import { type ConeRow, type getVolatility, REGIMES, type Statistic, type Volatility } from '@aerie/wire/market/analytics'
import type * as z from 'zod/mini'
import { HOUR_S } from './hour-history.ts'

/** In hours: one day, three days, one week, two weeks, one month. */
const CONE_HOURS = [24, 72, 168, 336, 720] as const
/** Minimum history for a regime: twenty days. */
const LEAST_HOURS = 480
const SERIES_POINTS = 400
/** RiskMetrics' daily decay converted to hours: the same half-life of eleven days. */
const HOUR_DECAY = RISK_METRICS_DECAY ** (1 / 24)
const DAY_HOURS = 24

export type VolatilityQuery = z.output<typeof getVolatility.query>

type Past = {
  readonly symbol: string
  readonly hours: readonly Candle[]
  readonly end: number
}

/** Yields to the event loop. */
export async function volatilityAnswer(
  past: Past,
  { window, days }: VolatilityQuery,
  stamp: Pick<Volatility, 'source' | 'as_of'>,
): Promise<Volatility> {
  const { symbol, hours, end } = past
  const first = hours[0]?.time ?? end
  const length = Math.min(days * DAY_HOURS, Math.max(0, (end - first) / HOUR_S - 1))
  const from = end - length * HOUR_S
  const returns = logReturns(hours, { from, step: HOUR_S, length })
  const values = yearly(rollingVariance(returns, window))
  await nextTurn()
  const known = knownValues(values)
  const now = values.at(-1) ?? Number.NaN
  const hasRegime = Number.isFinite(now) && known.length >= LEAST_HOURS
  const thresholds = known.length >= LEAST_HOURS ? regimeThresholds(known) : []
  const spells = thresholds.length === 0 ? [] : regimePeriods(values, thresholds)
  const timeAt = (index: number): number => (from + index * HOUR_S) * 1_000
  return {
    symbol,
    window_hours: window,
    days,
    days_known: length / DAY_HOURS,
    estimators: estimatorsOf(past, window, returns),
    regime: hasRegime ? regimeNow({ now, known, spells, thresholds, timeAt }) : null,
    reason: hasRegime ? null : Number.isFinite(now) || length < window ? 'no-history' : 'gaps',
    thresholds,
    series: seriesOf(values, window, timeAt),
    spells: spells.map(({ regime, from: start, until }) => [timeAt(start), timeAt(until), regime]),
    cone: await coneOf(returns),
    ...stamp,
  }
}

const yearly = (variances: Float64Array): Float64Array => variances.map((variance) => 100 * annualised(variance, HOURS_A_YEAR))

function estimatorsOf({ hours, end }: Past, window: number, returns: Float64Array): Volatility['estimators'] {
  const from = end - window * HOUR_S
  const own = hours.filter(({ time }) => time >= from)
  // Yang-Zhang's overnight returns need the previous close.
  const withBefore = hours.filter(({ time }) => time >= from - HOUR_S)
  const newest = knownValues(returns.slice(-window))
  const least = Math.ceil(window * RETURN_COVERAGE)
  const reason = own.length >= least ? null : (hours[0]?.time ?? end) > from ? 'no-history' : 'gaps'
  const statistic = (variance: number | undefined, candles: readonly Candle[] = own): Statistic => ({
    value: reason !== null || variance === undefined ? null : 100 * annualised(variance, HOURS_A_YEAR),
    candles: candles.length,
    since: candles[0] === undefined ? null : candles[0].time * 1_000,
    reason: reason ?? (variance === undefined ? 'no-history' : null),
  })
  return {
    close_to_close: statistic(newest.length >= least ? closeToClose(newest) : undefined),
    parkinson: statistic(parkinson(own)),
    garman_klass: statistic(garmanKlass(own)),
    yang_zhang: statistic(yangZhang(withBefore)),
    ewma: statistic(ewma(returns, HOUR_DECAY), hours),
  }
}

type Judged = {
  readonly now: number
  readonly known: Float64Array
  readonly spells: readonly RegimePeriod[]
  readonly thresholds: readonly number[]
  readonly timeAt: (index: number) => number
}

function regimeNow({ now, known, spells, thresholds, timeAt }: Judged): NonNullable<Volatility['regime']> {
  const regime = regimeOf(now, thresholds)
  const last = itemAt(spells, -1)
  const before = spells.at(-2)
  const lengths = Float64Array.from(
    spells.filter((spell) => spell.isWhole && spell.regime === regime),
    ({ from, until }) => until - from,
  ).sort()
  return {
    name: itemAt(REGIMES, regime),
    percentile: percentileRank(known, now),
    since: before?.until === last.from ? timeAt(last.from) : null,
    typical_hours: lengths.length === 0 ? null : quantileOf(lengths, 0.5),
    longest_hours: lengths.at(-1) ?? null,
    spells: lengths.length,
  }
}

/** At most SERIES_POINTS, including the newest; `time` is the end of the hour. */
function seriesOf(values: Float64Array, window: number, timeAt: (index: number) => number): Volatility['series'] {
  const every = Math.max(1, Math.ceil((values.length - window + 1) / SERIES_POINTS))
  const series: Volatility['series'] = []
  for (let i = values.length - 1; i >= window - 1; i -= every)
    series.push([timeAt(i + 1), Number.isFinite(values[i]) ? numberAt(values, i) : null])
  return series.reverse()
}

async function coneOf(returns: Float64Array): Promise<ConeRow[]> {
  const cone: ConeRow[] = []
  for (const hours of CONE_HOURS) {
    await nextTurn()
    const values = yearly(rollingVariance(returns, hours))
    const sorted = knownValues(values).sort()
    if (sorted.length < hours) continue
    const at = (level: number): number => quantileOf(sorted, level)
    const [lowest, quarter, median, three_quarters, highest] = [at(0), at(0.25), at(0.5), at(0.75), at(1)]
    const now = itemAt(values, -1)
    cone.push({
      hours,
      lowest,
      quarter,
      median,
      three_quarters,
      highest,
      now: Number.isFinite(now) ? now : null,
      windows: sorted.length,
      independent: (sorted.length + hours - 1) / hours,
    })
  }
  return cone
}
