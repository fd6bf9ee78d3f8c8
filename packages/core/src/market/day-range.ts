import { itemAt } from '../item-at.ts'
import { type Known, known, unknown } from '../known.ts'
import { DAY_MS } from '../time.ts'
import { type Candle, INTERVAL_MS, type Interval } from './candle.ts'

/** High and low of the last 24 hours. */
export type DayRange = {
  readonly high: number
  readonly low: number
  readonly since: number
}

const COVERAGE = 0.95

/** High and low of ascending candles entirely within the 24 hours before `now`; unknown if over 5 % of them are missing. */
export function dayRange(candles: readonly Candle[], interval: Interval, now: number): Known<DayRange> {
  const stepMs = INTERVAL_MS[interval]
  const day = candles.filter(({ time }) => time * 1000 >= now - DAY_MS && time * 1000 <= now)
  if (day.length < Math.floor((DAY_MS / stepMs - 1) * COVERAGE)) return unknown('no-history')
  return known({
    high: Math.max(...day.map(({ high }) => high)),
    low: Math.min(...day.map(({ low }) => low)),
    since: itemAt(day, 0).time * 1000,
  })
}
