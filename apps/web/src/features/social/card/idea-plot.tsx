import { INTERVAL_MS } from '@aerie/core/market/candle'
import type { Idea } from '@aerie/wire/ideas'
import { useQuery } from '@tanstack/react-query'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { SOCIAL_WORDS as WORDS } from '../social-words.ts'
import { PLOT, pathInterval, pathText, plotScale, touchedOf } from './idea-path.ts'

const MOST_CANDLES = 1_000
const REFRESH_MS = 30_000

/** The price since an idea was posted, between its target and its stop, up to its horizon. */
export function IdeaPlot({ idea }: { readonly idea: Idea }) {
  const interval = pathInterval(idea)
  const from = Math.floor(Date.parse(idea.starts_at) / 1_000)
  const to = Math.floor(Date.parse(idea.due_at) / 1_000)
  const { data, error } = useQuery(
    {
      queryKey: ['social-path', idea.source, idea.symbol, interval, from, to],
      queryFn: ({ signal }) => readCandles(idea.symbol, { interval, from, to, limit: MOST_CANDLES }, signal),
      enabled: idea.is_present,
      refetchInterval: idea.state === 'open' ? REFRESH_MS : false,
    },
    queryClient,
  )
  const candles = data ?? []
  const touched = idea.state === 'open' ? touchedOf(idea, interval, candles) : undefined
  const price = (text: string) => priceText(Number(text), idea.quote)
  const { y } = plotScale(idea, candles)
  const words = `${WORDS.entry} ${price(idea.entry)}, ${WORDS.target} ${price(idea.target)}, ${WORDS.stop} ${price(idea.stop)}`
  return (
    <figure className="idea-plot">
      <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} preserveAspectRatio="none" role="img" aria-label={WORDS.plot(words)}>
        <rect
          className="idea-plot-gain"
          y={Math.min(y(Number(idea.entry)), y(Number(idea.target)))}
          width={PLOT.width}
          height={Math.abs(y(Number(idea.entry)) - y(Number(idea.target)))}
        />
        <rect
          className="idea-plot-loss"
          y={Math.min(y(Number(idea.entry)), y(Number(idea.stop)))}
          width={PLOT.width}
          height={Math.abs(y(Number(idea.entry)) - y(Number(idea.stop)))}
        />
        <path className="idea-plot-entry" d={`M0 ${y(Number(idea.entry)).toFixed(1)}H${PLOT.width}`} />
        {candles.length > 0 && <path className="idea-plot-path" d={pathText(idea, candles, INTERVAL_MS[interval] / 1_000)} />}
      </svg>
      {candles.length === 0 && <figcaption>{noPathWords(idea, error)}</figcaption>}
      {touched !== undefined && <figcaption>{WORDS.openTouch[touched.outcome]}</figcaption>}
    </figure>
  )
}

/** Candles of the present market are none of an idea on another one. */
function noPathWords({ is_present }: Idea, error: unknown): string {
  if (!is_present) return WORDS.otherMarket
  return error === null ? WORDS.noPath : WORDS.pathFailed
}
