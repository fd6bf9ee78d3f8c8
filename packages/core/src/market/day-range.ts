import { itemAt } from '../item-at.ts'
import { type Known, known, unknown } from '../known.ts'
import { DAY_MS } from '../time.ts'
import { type Candle, INTERVAL_MS, type Interval } from './candle.ts'

/** The extremes of the last 24 hours. */
export type DayRange = {
  readonly high: number
  readonly low: number
  /** Start of the first candle that counts, epoch milliseconds. */
  readonly since: number
}

/** Share of the day's candles that must be there before its extremes are told. */
const COVERAGE = 0.95

/**
 * Highest and lowest price of the 24 hours before `now`, from candles that lie wholly within them (the one that is
 * still forming included), so the day may be short by less than one interval and is never longer.
 *
 * @param candles of `interval`, ascending
 * @returns unknown when more than a twentieth of the day's candles are missing
 * @throws never
 */
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
