import { type Candle, INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { firstTouch, type Touch } from '@aerie/social/idea-score'
import type { Idea } from '@aerie/wire/ideas'
import type { CandleTuple } from '@aerie/wire/market/market'

/** Candles of the chart as it was when an idea was posted. */
export const SNAPSHOT_CANDLES = 48
/** Minutes are kept for 62 days; of an idea that began before, hours are drawn. */
const MINUTES_KEPT_MS = 61 * DAY_MS

/** The candles that draw an idea, before it and since: some hundreds at most. `now` is the market's clock, null while it is not known. */
export function pathInterval({ posted_at, starts_at, due_at, step_s }: Idea, now: number | null): Interval {
  const span = Date.parse(due_at) - Date.parse(starts_at)
  if (step_s > 60 || span > DAY_MS) return '1h'
  if (now !== null && now - Date.parse(posted_at) > MINUTES_KEPT_MS) return '1h'
  return span <= 4 * HOUR_MS ? '1m' : '5m'
}

/** From which candle on an idea is drawn, and to which, in seconds: all that had closed when it was posted, and those of its span. */
export function drawnRange({ posted_at, due_at }: Idea, interval: Interval): { from: number; to: number } {
  const stepS = INTERVAL_MS[interval] / 1_000
  const closed = Math.floor(Date.parse(posted_at) / 1_000 / stepS) * stepS
  return { from: closed - SNAPSHOT_CANDLES * stepS, to: Math.floor(Date.parse(due_at) / 1_000) }
}

/** Candles that had closed when the idea was posted, and those of its span. One that was forming then is in neither. */
export function splitCandles(idea: Idea, interval: Interval, candles: readonly CandleTuple[]) {
  const [postedS, startS, stepS] = [Date.parse(idea.posted_at) / 1_000, Date.parse(idea.starts_at) / 1_000, INTERVAL_MS[interval] / 1_000]
  return { before: candles.filter(([time]) => time + stepS <= postedS), since: candles.filter(([time]) => time >= startS) }
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

/** Size of the drawing, in its own units; what was before the idea was posted is left of `posted`. */
export const PLOT = { width: 600, height: 132, posted: 200 } as const
const ROOM = 0.08

/** Where times and prices are drawn: the past left of the posting, the span right of it; entry, target, stop and every price up and down. */
export function plotScale(idea: Idea, interval: Interval, candles: readonly CandleTuple[]) {
  const [posted, due] = [Date.parse(idea.posted_at), Date.parse(idea.due_at)]
  const first = drawnRange(idea, interval).from * 1_000
  const levels = [Number(idea.entry), Number(idea.target), Number(idea.stop)]
  const low = Math.min(...levels, ...candles.map(([, , , least]) => least))
  const high = Math.max(...levels, ...candles.map(([, , most]) => most))
  const room = (high - low) * ROOM
  const within = (ms: number, from: number, to: number) => Math.min(1, Math.max(0, (ms - from) / (to - from)))
  return {
    x: (ms: number): number =>
      ms < posted ? within(ms, first, posted) * PLOT.posted : PLOT.posted + within(ms, posted, due) * (PLOT.width - PLOT.posted),
    y: (price: number): number => (1 - (price - low + room) / (high - low + 2 * room)) * PLOT.height,
  }
}
type Scale = ReturnType<typeof plotScale>

/** The line of closes from the entry on. A candle that is missing is a gap in it. */
export function pathText(idea: Idea, { x, y }: Scale, candles: readonly CandleTuple[], stepS: number): string {
  const point = (ms: number, price: number): string => `${x(ms).toFixed(1)} ${y(price).toFixed(1)}`
  const parts = candles.map(([time, , , , close], index) => {
    const isNext = index === 0 || time - (candles[index - 1]?.[0] ?? 0) === stepS
    return `${isNext ? 'L' : 'M'}${point((time + stepS) * 1_000, close)}`
  })
  return `M${point(Date.parse(idea.posted_at), Number(idea.entry))}${parts.join('')}`
}

const BODY = 0.7
/** Candles before the posting as two outlines, those that rose and those that fell: wicks and bodies. */
export function candleTexts({ x, y }: Scale, candles: readonly CandleTuple[], stepS: number): { up: string; down: string } {
  const texts = candles.map(([time, open, high, low, close]) => {
    const [left, right] = [x(time * 1_000), x((time + stepS) * 1_000)]
    const [middle, half] = [(left + right) / 2, ((right - left) * BODY) / 2]
    const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))]
    const body = `M${(middle - half).toFixed(1)} ${top.toFixed(1)}h${(2 * half).toFixed(1)}v${Math.max(0.8, bottom - top).toFixed(1)}h${(-2 * half).toFixed(1)}z`
    return { isUp: close >= open, text: `M${middle.toFixed(1)} ${y(high).toFixed(1)}V${y(low).toFixed(1)}${body}` }
  })
  const textOf = (isUp: boolean) => texts.flatMap((one) => (one.isUp === isUp ? [one.text] : [])).join('')
  return { up: textOf(true), down: textOf(false) }
}
