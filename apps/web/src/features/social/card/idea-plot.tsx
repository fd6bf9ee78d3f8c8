import './idea-plot.css'
import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import type { Idea } from '@aerie/wire/ideas'
import type { CandleTuple } from '@aerie/wire/market/market'
import { useQuery } from '@tanstack/react-query'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { useMarketClock } from '../../../market-views/forecast/use-market-clock.ts'
import { spanText, SOCIAL_WORDS as WORDS } from '../social-words.ts'
import { candleTexts, drawnRange, PLOT, pathInterval, pathText, plotScale, SNAPSHOT_CANDLES, splitCandles, touchedOf } from './idea-path.ts'

const MOST_CANDLES = 1_000
const REFRESH_MS = 30_000

/**
 * The chart as it was when an idea was posted, and the price since up to its horizon, between target and stop. Drawn from the candles that
 * the server has stored: nobody can send another picture.
 */
export function IdeaPlot({ idea }: { readonly idea: Idea }) {
  const now = useMarketClock()
  const interval = pathInterval(idea, now)
  const range = drawnRange(idea, interval)
  const { data, error } = useQuery(
    {
      queryKey: ['social-path', idea.source, idea.symbol, interval, range.from, range.to],
      queryFn: ({ signal }) => readCandles(idea.symbol, { interval, ...range, limit: MOST_CANDLES }, signal),
      enabled: idea.is_present && now !== null,
      refetchInterval: idea.state === 'open' ? REFRESH_MS : false,
    },
    queryClient,
  )
  const { before, since } = splitCandles(idea, interval, data ?? [])
  const touched = idea.state === 'open' ? touchedOf(idea, interval, since) : undefined
  const notes = data === undefined ? [unreadWords(idea, error)] : notesOf({ idea, interval, before, since })
  return (
    <figure className="idea-plot">
      <Drawing idea={idea} interval={interval} before={before} since={since} />
      <p className="idea-plot-times num" aria-hidden="true">
        <span>{WORDS.ago(spanText((SNAPSHOT_CANDLES * INTERVAL_MS[interval]) / 1_000))}</span>
        <span>{WORDS.postedHere}</span>
        <span>{WORDS.later(spanText(idea.horizon_s))}</span>
      </p>
      {[...notes, touched && WORDS.openTouch[touched.outcome]].map((note) => note && <figcaption key={note}>{note}</figcaption>)}
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
  const words = `${WORDS.entry} ${price(idea.entry)}, ${WORDS.target} ${price(idea.target)}, ${WORDS.stop} ${price(idea.stop)}`
  return (
    <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} preserveAspectRatio="none" role="img" aria-label={WORDS.plot(words)}>
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

/** What is not drawn, and why: an empty part of the picture is never taken for a quiet market. */
function notesOf({ idea, interval, before, since }: Drawn): string[] {
  const missing = SNAPSHOT_CANDLES - before.length
  return [
    ...(missing > 0 ? [WORDS.snapshotMissing(before.length, SNAPSHOT_CANDLES)] : []),
    ...(interval === '1h' && pathInterval(idea, null) !== '1h' ? [WORDS.byHours] : []),
    ...(since.length === 0 ? [idea.state === 'open' ? WORDS.noPath : WORDS.pathGone] : []),
  ]
}

/** Candles of the present market are none of an idea on another one. */
function unreadWords({ is_present }: Idea, error: unknown): string {
  if (!is_present) return WORDS.otherMarket
  return error === null ? WORDS.pathLoading : WORDS.pathFailed
}
