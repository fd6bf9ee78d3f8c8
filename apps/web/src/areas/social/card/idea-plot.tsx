import './idea-plot.css'
import { type Candle, INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { DAY_MS, HOUR_MS } from '@aerie/core/time'
import { firstTouch, type Touch } from '@aerie/social/idea-score'
import type { Idea } from '@aerie/wire/ideas'
import type { CandleTuple } from '@aerie/wire/market/market'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../../platform/api/query-client.ts'
import { priceText } from '../../../platform/format/market-text.ts'
import { useMarketClock } from '../../../platform/live/market/market-status.ts'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { readCandles } from '../../market/index.ts'

const MOST_CANDLES = 1_000
const REFRESH_MS = 30_000

/** Chart at posting time and the price since. Drawn from the server's own candles, so an author cannot supply a false picture. */
export function IdeaPlot({ idea }: { readonly idea: Idea }) {
  const now = useMarketClock()
  const interval = pathInterval(idea, now)
  const range = drawnRange(idea, interval)
  const query = useQuery(
    {
      queryKey: ['social-path', idea.source, idea.symbol, interval, range.from, range.to],
      queryFn: ({ signal }) => readCandles(idea.symbol, { interval, ...range, limit: MOST_CANDLES }, signal),
      enabled: idea.is_present && now !== null,
      refetchInterval: idea.state === 'open' ? REFRESH_MS : false,
    },
    queryClient,
  )
  const { data, error } = query
  const { before, since } = splitCandles(idea, interval, data ?? [])
  const touched = idea.state === 'open' ? touchedOf(idea, interval, since) : undefined
  // An idea on another market cannot be drawn with the present market's candles.
  const unread = idea.is_present
    ? 'Loading the price'
    : 'This idea is of another market than the one shown now, so its prices are not drawn.'
  const notes = data === undefined ? [error === null && unread] : notesOf({ idea, interval, before, since })
  return (
    <figure className="idea-plot">
      <Drawing idea={idea} interval={interval} before={before} since={since} />
      <p className="idea-plot-times num" aria-hidden="true">
        <span>{`${spanText((SNAPSHOT_CANDLES * INTERVAL_MS[interval]) / 1_000)} before`}</span>
        <span>Posted</span>
        <span>{`${spanText(idea.horizon_s)} after`}</span>
      </p>
      <QueryNotice
        query={query}
        text={data === undefined ? 'The price could not be loaded.' : 'The price could not be updated.'}
        role="status"
      />
      {[...notes, touched && touchTexts[touched.outcome]].map((note) => note && <figcaption key={note}>{note}</figcaption>)}
    </figure>
  )
}

type Drawn = {
  readonly idea: Idea
  readonly interval: Interval
  readonly before: readonly CandleTuple[]
  readonly since: readonly CandleTuple[]
}

function Drawing({ idea, interval, before, since }: Drawn) {
  const scale = plotScale(idea, interval, [...before, ...since])
  const stepS = INTERVAL_MS[interval] / 1_000
  const [entry, target, stop] = [Number(idea.entry), Number(idea.target), Number(idea.stop)].map(scale.y)
  const candles = candleTexts(scale, before, stepS)
  const price = (text: string) => priceText(Number(text), idea.quote)
  const levelsText = `Entry ${price(idea.entry)}, Target ${price(idea.target)}, Stop ${price(idea.stop)}`
  return (
    <svg
      viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Price before this was posted and since, from stored candles. ${levelsText}`}
    >
      <Zone kind="gain" from={entry} to={target} />
      <Zone kind="loss" from={entry} to={stop} />
      {candles.up !== '' && <path className="idea-plot-candles" data-way="up" d={candles.up} />}
      {candles.down !== '' && <path className="idea-plot-candles" data-way="down" d={candles.down} />}
      <path className="idea-plot-posted" d={`M${PLOT.posted} 0V${PLOT.height}`} />
      <path className="idea-plot-entry" d={`M${PLOT.posted} ${entry?.toFixed(1)}H${PLOT.width}`} />
      {since.length > 0 && <path className="idea-plot-path" d={pathText(idea, scale, since, stepS)} />}
    </svg>
  )
}

const Zone = ({
  kind,
  from = 0,
  to = 0,
}: {
  readonly kind: 'gain' | 'loss'
  readonly from: number | undefined
  readonly to: number | undefined
}) => (
  <rect
    className={`idea-plot-${kind}`}
    x={PLOT.posted}
    y={Math.min(from, to)}
    width={PLOT.width - PLOT.posted}
    height={Math.abs(from - to)}
  />
)

/** Explains missing data, so that a gap does not look like a quiet market. */
function notesOf({ idea, interval, before, since }: Drawn): string[] {
  const missing = SNAPSHOT_CANDLES - before.length
  return [
    ...(missing > 0 ? [`Before it was posted, ${before.length} of ${SNAPSHOT_CANDLES} candles are known.`] : []),
    ...(interval === '1h' && pathInterval(idea, null) !== '1h' ? ['Drawn by hours: minutes are kept for 62 days.'] : []),
    ...(since.length === 0
      ? [idea.state === 'open' ? 'The price appears here after the first candle.' : 'The price since then is not known.']
      : []),
  ]
}

export const SNAPSHOT_CANDLES = 48
/** Minutes are kept for 62 days; hours are used for older ideas. */
const MINUTES_KEPT_MS = 61 * DAY_MS

/** A few hundred candles at most. `now` is the market clock, null if unknown. */
export function pathInterval({ posted_at, starts_at, due_at, step_s }: Idea, now: number | null): Interval {
  const span = Date.parse(due_at) - Date.parse(starts_at)
  if (step_s > 60 || span > DAY_MS) return '1h'
  if (now !== null && now - Date.parse(posted_at) > MINUTES_KEPT_MS) return '1h'
  return span <= 4 * HOUR_MS ? '1m' : '5m'
}

/** In seconds: all candles closed at posting, and those of the span. */
export function drawnRange({ posted_at, due_at }: Idea, interval: Interval): { from: number; to: number } {
  const stepS = INTERVAL_MS[interval] / 1_000
  const closed = Math.floor(Date.parse(posted_at) / 1_000 / stepS) * stepS
  return { from: closed - SNAPSHOT_CANDLES * stepS, to: Math.floor(Date.parse(due_at) / 1_000) }
}

/** Excludes the candle that was forming at posting time. */
export function splitCandles(idea: Idea, interval: Interval, candles: readonly CandleTuple[]) {
  const [postedS, startS, stepS] = [Date.parse(idea.posted_at) / 1_000, Date.parse(idea.starts_at) / 1_000, INTERVAL_MS[interval] / 1_000]
  return { before: candles.filter(([time]) => time + stepS <= postedS), since: candles.filter(([time]) => time >= startS) }
}

const candleOf = ([time, open, high, low, close, volume]: CandleTuple): Candle => ({ time, open, high, low, close, volume })

/** Whether an open idea touched target or stop; undefined unless the candles have the scoring interval. */
export function touchedOf(idea: Idea, interval: Interval, candles: readonly CandleTuple[]): Touch | undefined {
  if (interval !== (idea.step_s === 60 ? '1m' : '1h')) return undefined
  const [startS, endS] = [Date.parse(idea.starts_at) / 1_000, Date.parse(idea.due_at) / 1_000]
  const { side } = idea
  const [entry, target, stop] = [Number(idea.entry), Number(idea.target), Number(idea.stop)]
  const span = { startS, endS, stepS: idea.step_s }
  return firstTouch({ side, entry, target, stop, horizonMs: (endS - startS) * 1_000 }, span, candles.map(candleOf))
}

/** Viewbox units; `posted` is the x of the posting time. */
export const PLOT = { width: 600, height: 132, posted: 200 } as const
const ROOM = 0.08

/** The past left of the posting time, the span right of it. The y range includes entry, target, stop and all prices. */
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

/** Closes from the entry on; missing candles leave a gap. */
export function pathText(idea: Idea, { x, y }: Scale, candles: readonly CandleTuple[], stepS: number): string {
  const point = (ms: number, price: number): string => `${x(ms).toFixed(1)} ${y(price).toFixed(1)}`
  const parts = candles.map(([time, , , , close], index) => {
    const isNext = index === 0 || time - (candles[index - 1]?.[0] ?? 0) === stepS
    return `${isNext ? 'L' : 'M'}${point((time + stepS) * 1_000, close)}`
  })
  return `M${point(Date.parse(idea.posted_at), Number(idea.entry))}${parts.join('')}`
}

const BODY = 0.7
/** Wicks and bodies before the posting: one path for rising candles, one for falling. */
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

const touchTexts = { target: 'Target touched; scored at the end', stop: 'Stop touched; scored at the end' } as const

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/** E.g. `48 min`, `4 h`, `7 d`. */
function spanText(seconds: number): string {
  if (seconds < HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`
  return seconds < 3 * DAY_S ? `${Math.round((seconds / HOUR_S) * 10) / 10} h` : `${Math.round((seconds / DAY_S) * 10) / 10} d`
}
