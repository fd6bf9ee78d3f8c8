import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { queryClient } from '../../lib/http/query-client.ts'
import { useQuote } from '../../live/market/use-quote.ts'
import { priceText, utcText } from '../../market-views/forecast/forecast-text.ts'
import { DASH } from '../../platform/format/figures.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { type DayExtremes, dayRangeQuery } from './day-range-query.ts'
import { useSeenExtremes } from './use-seen-extremes.ts'

const WORDS = {
  '1m': 'minute',
  '5m': '5-minute',
  '15m': '15-minute',
  '1h': 'hourly',
  '4h': '4-hour',
  '1d': 'daily',
  '1w': 'weekly',
} as const

/** Highest and lowest price of the last 24 hours; a new extreme shows at once, before the candles know it. */
export function DayRangeFacts({ symbol }: { readonly symbol: string }) {
  const { data, isError } = useQuery(dayRangeQuery(symbol), queryClient)
  const quote = useQuote(symbol)
  const seen = useSeenExtremes(quote)
  const range = data?.range
  if (data === undefined || range === undefined || !range.known) {
    const why = isError ? 'The 24-hour candles could not be loaded. Trying again automatically.' : NO_DAY
    const value = data === undefined && !isError ? <Skeleton className="h-3 w-16" /> : <Explained text={why}>{DASH}</Explained>
    return <Facts high={value} low={value} />
  }
  const { high, low } = range.value
  const unit = quote?.quote ?? 'USD'
  const how = explanation(data)
  return (
    <Facts
      high={<Explained text={`Highest ${how}`}>{priceText(Math.max(high, seen.high?.price ?? high), unit)}</Explained>}
      low={<Explained text={`Lowest ${how}`}>{priceText(Math.min(low, seen.low?.price ?? low), unit)}</Explained>}
    />
  )
}

const NO_DAY = 'Not known: the source has less than 24 hours of candles.'

const explanation = ({ range, interval }: DayExtremes): string =>
  `price of the ${WORDS[interval]} candles since ${range.known ? utcText(range.value.since) : ''} and of the ticks after them.`

const Facts = ({ high, low }: { readonly high: ReactNode; readonly low: ReactNode }) => (
  <>
    <div className="currency-fact">
      <dt>24h High</dt>
      <dd translate="no" className="num">
        {high}
      </dd>
    </div>
    <div className="currency-fact">
      <dt>24h Low</dt>
      <dd translate="no" className="num">
        {low}
      </dd>
    </div>
  </>
)

/** A figure that says on hover and focus how it came to be. */
function Explained({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <Tooltip id={id} text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the origin of a figure is within reach of the keyboard */}
      <span tabIndex={0} aria-describedby={id}>
        {children}
      </span>
    </Tooltip>
  )
}
