import type { Candle, Interval } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { firstTouch, type Touch } from '@aerie/social/idea-score'
import type { Idea } from '@aerie/wire/ideas'
import type { CandleTuple } from '@aerie/wire/market/market'

/** The candles that draw the path of an idea: some hundreds at most. */
export function pathInterval({ starts_at, due_at, step_s }: Idea): Interval {
  const span = Date.parse(due_at) - Date.parse(starts_at)
  if (step_s > 60) return '1h'
  if (span <= 4 * HOUR_MS) return '1m'
  return span <= DAY_MS ? '5m' : '1h'
}

const candleOf = ([time, open, high, low, close, volume]: CandleTuple): Candle => ({ time, open, high, low, close, volume })

/** What an open idea has touched, where candles of the length it is scored by are at hand; undefined otherwise. */
export function touchedOf(idea: Idea, interval: Interval, candles: readonly CandleTuple[]): Touch | undefined {
  if (interval !== (idea.step_s === 60 ? '1m' : '1h')) return undefined
  const [startS, endS] = [Date.parse(idea.starts_at) / 1_000, Date.parse(idea.due_at) / 1_000]
  const { side } = idea
  const [entry, target, stop] = [Number(idea.entry), Number(idea.target), Number(idea.stop)]
  const span = { startS, endS, stepS: idea.step_s }
  return firstTouch({ side, entry, target, stop, horizonMs: (endS - startS) * 1_000 }, span, candles.map(candleOf))
}

/** Size of the drawing, in its own units. */
export const PLOT = { width: 600, height: 120 } as const
const ROOM = 0.08

/** Where times and prices are drawn: the span across, entry, target, stop and every price up and down. */
export function plotScale(idea: Idea, candles: readonly CandleTuple[]) {
  const [from, to] = [Date.parse(idea.posted_at), Date.parse(idea.due_at)]
  const levels = [Number(idea.entry), Number(idea.target), Number(idea.stop)]
  const low = Math.min(...levels, ...candles.map(([, , , least]) => least))
  const high = Math.max(...levels, ...candles.map(([, , most]) => most))
  const room = (high - low) * ROOM
  return {
    x: (ms: number): number => Math.min(1, Math.max(0, (ms - from) / (to - from))) * PLOT.width,
    y: (price: number): number => (1 - (price - low + room) / (high - low + 2 * room)) * PLOT.height,
  }
}

/** The line of closes from the entry on. A candle that is missing is a gap in it. */
export function pathText(idea: Idea, candles: readonly CandleTuple[], stepS: number): string {
  const { x, y } = plotScale(idea, candles)
  const point = (ms: number, price: number): string => `${x(ms).toFixed(1)} ${y(price).toFixed(1)}`
  const parts = candles.map(([time, , , , close], index) => {
    const isNext = index === 0 || time - (candles[index - 1]?.[0] ?? 0) === stepS
    return `${isNext ? 'L' : 'M'}${point((time + stepS) * 1_000, close)}`
  })
  return `M${point(Date.parse(idea.posted_at), Number(idea.entry))}${parts.join('')}`
}
