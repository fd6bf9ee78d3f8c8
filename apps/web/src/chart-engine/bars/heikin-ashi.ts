import { RECENT_BARS } from '../indicators/indicator-rows.ts'
import { type Bar, isGap } from './bars.ts'

/** A candle of averages; a gap has none. */
export type AverageBar = Pick<Bar, 'open' | 'high' | 'low' | 'close'>

const known = new WeakMap<readonly Bar[], Array<AverageBar | null>>()

/**
 * Heikin-Ashi candles of `bars`, one for each, null for a gap: the close is the mean of the four prices, the open the middle of the
 * candle before, which goes on across a gap. Only the last bars of a list that is known are computed again.
 */
export function heikinAshi(bars: readonly Bar[]): ReadonlyArray<AverageBar | null> {
  const result = known.get(bars) ?? []
  known.set(bars, result)
  const start = Math.max(0, Math.min(result.length, bars.length) - RECENT_BARS)
  result.length = start
  // From the end: a copy of a long history at each tick would cost more than the rest.
  let before = result.findLast((each) => each !== null) ?? null
  for (const bar of bars.slice(start)) {
    const average = isGap(bar) ? null : averageOf(bar, before)
    result.push(average)
    before = average ?? before
  }
  return result
}

function averageOf({ open, high, low, close }: Bar, before: AverageBar | null): AverageBar {
  const middle = (open + high + low + close) / 4
  const begin = before === null ? (open + close) / 2 : (before.open + before.close) / 2
  return { open: begin, high: Math.max(high, begin, middle), low: Math.min(low, begin, middle), close: middle }
}
