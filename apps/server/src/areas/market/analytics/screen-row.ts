import { annualised, closeToClose, HOURS_A_YEAR, knownValues, logReturns, RETURN_COVERAGE } from '@aerie/core/analytics/volatility'
import { updateRows } from '@aerie/core/indicators/indicator'
import { ATR } from '@aerie/core/indicators/oscillators'
import { aggregateCandles, type Candle } from '@aerie/core/market/candle'
import type { ScreenRow, Statistic } from '@aerie/wire/market/analytics'
import type { CandleRing } from '../candles/candle-ring.ts'
import { HOUR_S, hoursOf, spanEnd } from './hour-history.ts'

const DAY_HOURS = 24
const LONGEST_HOURS = 90 * DAY_HOURS
const ATR_DAYS = 14
/** Warm-up of Wilder's mean, long enough for its start value not to matter. */
const ATR_HISTORY_DAYS = 90

type Past = { readonly hours: readonly Candle[]; readonly end: number; readonly newest: Candle }

export function screenRow(coin: Pick<ScreenRow, 'symbol' | 'quote'>, ring: CandleRing, lastEnd: number): ScreenRow {
  const end = spanEnd(ring, lastEnd)
  const hours = hoursOf(ring, end - (LONGEST_HOURS + 1) * HOUR_S, end)
  const newest = hours.at(-1)
  if (newest === undefined) return emptyRow(coin)
  const past = { hours, end, newest }
  const extremes = { '30d': extremesOf(past, 30 * DAY_HOURS), '90d': extremesOf(past, LONGEST_HOURS) }
  return {
    ...coin,
    close: newest.close,
    closed_at: (newest.time + HOUR_S) * 1_000,
    volatility_24h: volatility(past, DAY_HOURS),
    volatility_7d: volatility(past, 7 * DAY_HOURS),
    volatility_30d: volatility(past, 30 * DAY_HOURS),
    return_24h: change(past, DAY_HOURS),
    return_7d: change(past, 7 * DAY_HOURS),
    return_30d: change(past, 30 * DAY_HOURS),
    return_90d: change(past, LONGEST_HOURS),
    atr_14d: atrPercent(past),
    high_30d: extremes['30d'].high,
    low_30d: extremes['30d'].low,
    high_90d: extremes['90d'].high,
    low_90d: extremes['90d'].low,
    from_high_30d: distance(extremes['30d'].high, newest),
    from_low_30d: distance(extremes['30d'].low, newest),
    from_high_90d: distance(extremes['90d'].high, newest),
    from_low_90d: distance(extremes['90d'].low, newest),
  }
}

type Window = { readonly candles: readonly Candle[]; readonly from: number; readonly reason: Statistic['reason'] }

/** A reason instead if more than a twentieth of the candles are missing or the window starts before the coin does. */
function windowOf({ hours, end }: Past, count: number): Window {
  const from = end - count * HOUR_S
  const candles = hours.filter(({ time }) => time >= from)
  if (candles.length >= Math.ceil(count * RETURN_COVERAGE)) return { candles, from, reason: null }
  const first = hours[0]?.time ?? end
  return { candles, from, reason: first > from ? 'no-history' : 'gaps' }
}

const statistic = ({ candles, reason }: Window, value: () => number | undefined): Statistic => {
  const known = reason === null ? value() : undefined
  return {
    value: known ?? null,
    candles: candles.length,
    since: candles[0] === undefined ? null : candles[0].time * 1_000,
    reason: known === undefined ? (reason ?? 'no-history') : null,
  }
}

function volatility(past: Past, count: number): Statistic {
  const window = windowOf(past, count)
  return statistic(window, () => {
    const returns = knownValues(logReturns(past.hours, { from: window.from, step: HOUR_S, length: count }))
    const variance = returns.length < Math.ceil(count * RETURN_COVERAGE) ? undefined : closeToClose(returns)
    return variance === undefined ? undefined : 100 * annualised(variance, HOURS_A_YEAR)
  })
}

function change(past: Past, count: number): Statistic {
  const window = windowOf(past, count)
  const before = past.hours.findLast(({ time }) => time < window.from)
  const isThere = before !== undefined && before.time === window.from - HOUR_S
  return statistic(window, () => (isThere ? 100 * (past.newest.close / before.close - 1) : undefined))
}

function extremesOf(past: Past, count: number): { high: Statistic; low: Statistic } {
  const window = windowOf(past, count)
  return {
    high: statistic(window, () => Math.max(...window.candles.map(({ high }) => high))),
    low: statistic(window, () => Math.min(...window.candles.map(({ low }) => low))),
  }
}

const distance = (extreme: Statistic, { close }: Candle): Statistic => ({
  ...extreme,
  value: extreme.value === null ? null : 100 * (close / extreme.value - 1),
})

/** Whole UTC days only: an incomplete day has no range. */
function atrPercent(past: Past): Statistic {
  const lastDay = Math.floor(past.end / (DAY_HOURS * HOUR_S)) * DAY_HOURS * HOUR_S
  const from = lastDay - ATR_HISTORY_DAYS * DAY_HOURS * HOUR_S
  const hours = past.hours.filter(({ time }) => time >= from && time < lastDay)
  const counts = new Map<number, number>()
  for (const { time } of hours) counts.set(dayOf(time), (counts.get(dayOf(time)) ?? 0) + 1)
  const days = aggregateCandles(hours, '1d').filter(({ time }) => (counts.get(dayOf(time)) ?? 0) >= DAY_HOURS * RETURN_COVERAGE)
  const recent = days.filter(({ time }) => time >= lastDay - ATR_DAYS * DAY_HOURS * HOUR_S)
  const first = hours[0]?.time ?? past.end
  const isLong = first <= lastDay - ATR_DAYS * DAY_HOURS * HOUR_S
  const window: Window = { candles: hours, from, reason: recent.length === ATR_DAYS ? null : isLong ? 'gaps' : 'no-history' }
  return statistic(window, () => {
    const atr = updateRows(ATR, { candles: days, parameters: [ATR_DAYS] }, [], 0).at(-1)?.atr
    return atr === undefined ? undefined : (100 * atr) / past.newest.close
  })
}

const dayOf = (time: number): number => Math.floor(time / (DAY_HOURS * HOUR_S))

const UNKNOWN: Statistic = { value: null, candles: 0, since: null, reason: 'no-history' }

const emptyRow = (coin: Pick<ScreenRow, 'symbol' | 'quote'>): ScreenRow => ({
  ...coin,
  close: null,
  closed_at: null,
  volatility_24h: UNKNOWN,
  volatility_7d: UNKNOWN,
  volatility_30d: UNKNOWN,
  return_24h: UNKNOWN,
  return_7d: UNKNOWN,
  return_30d: UNKNOWN,
  return_90d: UNKNOWN,
  atr_14d: UNKNOWN,
  high_30d: UNKNOWN,
  low_30d: UNKNOWN,
  high_90d: UNKNOWN,
  low_90d: UNKNOWN,
  from_high_30d: UNKNOWN,
  from_low_30d: UNKNOWN,
  from_high_90d: UNKNOWN,
  from_low_90d: UNKNOWN,
})
