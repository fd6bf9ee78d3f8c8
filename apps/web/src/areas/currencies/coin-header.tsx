import './currencies.css'
import type { Known } from '@aerie/core/known'
import { type Candle, type DayRange, dayRange, type Interval } from '@aerie/core/market/candle'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { listCandles } from '@aerie/wire/market/candles'
import type { CandleTuple } from '@aerie/wire/market/market'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { api } from '../../platform/api/api.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { DASH } from '../../platform/format/figures.ts'
import { priceText, utcText } from '../../platform/format/market-text.ts'
import type { FigureName } from '../../platform/live/market/figure-text.ts'
import { isStalePrice, marketNow, useMarketState, useMarketStatus } from '../../platform/live/market/market-status.ts'
import { bindFigures } from '../../platform/live/market/painter.ts'
import { type Quote, useQuote, watchSymbol } from '../../platform/live/market/quotes.ts'
import { useAssetDetails } from '../../platform/live/market/use-asset-details.ts'
import { startLive } from '../../platform/live/socket/live-client.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useIsWide } from '../../ui/hooks/use-media.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { BARE_COINS, coinsQuery, Figure, SupplyNote } from '../market/index.ts'
import { tradeThis } from '../trading/index.ts'
import { CoinPicker } from './coin-picker.tsx'

/** Prices are painted outside React. */
export function CoinHeader({ symbol }: { readonly symbol: string }) {
  const details = useAssetDetails(symbol)
  const isWide = useIsWide()
  useEffect(startLive, [])
  useEffect(() => watchSymbol(symbol), [symbol])
  return (
    <header className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-2 max-lg:px-2" data-for-symbol={symbol}>
      <CoinTitle symbol={symbol} />
      <Button variant="primary" size="sm" aria-label={`Trade ${symbol} on paper`} onClick={() => tradeThis(symbol)}>
        Trade
      </Button>
      <Figures key={`${symbol} ${isWide}`} symbol={symbol} isWide={isWide} />
      <QueryNotice query={details} text={`The figures for ${symbol} could not be loaded.`} role="alert" />
    </header>
  )
}

function CoinTitle({ symbol }: { readonly symbol: string }) {
  const { data: coins = BARE_COINS } = useQuery(coinsQuery, queryClient)
  const coin = coins.find((one) => one.symbol === symbol)
  const name = coin?.name ?? null
  usePageTitle(name === null ? symbol : `${name} (${symbol})`)
  return (
    <CoinPicker symbol={symbol} isHeading>
      <span className="size-7 shrink-0">
        {coin?.logo != null && <img src={coin.logo} alt="" width={28} height={28} className="size-7 rounded-full" />}
      </span>
      <span className="min-w-0 truncate font-semibold text-18 text-ink-1">{name ?? symbol}</span>
      {name !== null && <span className="text-13 text-ink-2">{symbol}</span>}
    </CoinPicker>
  )
}

/** Elements filled by the painter; remounted when the coin or layout changes. */
function Figures({ symbol, isWide }: { readonly symbol: string; readonly isWide: boolean }) {
  const bind = useCallback((element: HTMLDivElement) => bindFigures(element, symbol), [symbol])
  const facts = (
    <div className="min-w-0 flex-[1_1_560px]">
      <CoinFacts symbol={symbol} />
      <SupplyNote />
    </div>
  )
  return (
    <div ref={bind} className="currency-figures flex min-w-0 flex-auto flex-wrap items-center gap-x-2 gap-y-2 max-lg:px-2 lg:gap-x-6">
      {/* Wide enough for the longest price, so that no digit moves its neighbors. On a phone it shrinks before the button wraps. */}
      <dl className="flex flex-none flex-wrap items-baseline gap-x-3 max-lg:min-w-0 max-lg:flex-[1_1_0] lg:w-[270px]">
        <dt className="sr-only">Price</dt>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can open the origin of a price */}
        <dd tabIndex={0} className="font-semibold text-24">
          <Figure name="price" className="figure-inline" />
        </dd>
        <dt className="sr-only">Change in 24 hours</dt>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
        <dd tabIndex={0} className="font-medium text-15">
          <Figure name="change24h" className="figure-inline" />
          <span className="text-12 text-ink-3"> 24h</span>
        </dd>
        <dt className="sr-only">Age, if stale</dt>
        <dd className="num text-12 text-warning" data-age="" />
      </dl>
      {isWide ? (
        facts
      ) : (
        <details className="group w-full not-open:ml-auto not-open:w-auto">
          <summary className="flex min-h-8 items-center text-12 text-ink-2 before:mr-1.5 before:content-['▸'] group-open:before:content-['▾']">
            Statistics
          </summary>
          {facts}
        </details>
      )}
    </div>
  )
}

const CHANGES: readonly { readonly title: string; readonly figure: FigureName }[] = [
  { title: '1h Change', figure: 'change1h' },
  { title: '7d Change', figure: 'change7d' },
]
const MARKET: readonly { readonly title: string; readonly figure: FigureName }[] = [
  { title: '24h Volume', figure: 'volume' },
  { title: '24h Volume in coins', figure: 'volumeCoins' },
  { title: 'Market Cap', figure: 'marketCap' },
  { title: 'Total Market Cap', figure: 'totalMarketCap' },
  { title: 'Circulating Supply', figure: 'circulatingSupply' },
  { title: 'Total Supply', figure: 'totalSupply' },
]

const CoinFacts = ({ symbol }: { readonly symbol: string }) => (
  <dl className="grid min-w-0 grid-cols-5 gap-x-4 gap-y-1.5 whitespace-nowrap text-12 max-lg:grid-cols-[repeat(auto-fit,minmax(120px,1fr))]">
    <DayRangeFacts symbol={symbol} />
    {[...CHANGES, ...MARKET].map(({ title, figure }) => (
      <div key={figure}>
        <dt className="text-11 text-ink-3">{title}</dt>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can open the origin of a figure */}
        <dd tabIndex={0} className="min-h-5">
          <Figure name={figure} className="figure-inline" />
        </dd>
      </div>
    ))}
  </dl>
)

const INTERVAL_LABELS = {
  '1m': 'minute',
  '5m': '5-minute',
  '15m': '15-minute',
  '1h': 'hourly',
  '4h': '4-hour',
  '1d': 'daily',
  '1w': 'weekly',
} as const

/** A new extreme from ticks shows at once, before the candles include it. */
function DayRangeFacts({ symbol }: { readonly symbol: string }) {
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
  `price of the ${INTERVAL_LABELS[interval]} candles since ${range.known ? utcText(range.value.since) : ''} and of the ticks after them.`

const Facts = ({ high, low }: { readonly high: ReactNode; readonly low: ReactNode }) => (
  <>
    <div>
      <dt className="text-11 text-ink-3">24h High</dt>
      <dd translate="no" className="num min-h-5">
        {high}
      </dd>
    </div>
    <div>
      <dt className="text-11 text-ink-3">24h Low</dt>
      <dd translate="no" className="num min-h-5">
        {low}
      </dd>
    </div>
  </>
)

function Explained({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <Tooltip id={id} text={text}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can open the origin of a figure */}
      <span tabIndex={0} aria-describedby={id}>
        {children}
      </span>
    </Tooltip>
  )
}

type Seen = { readonly source: string | undefined; readonly high: Quote | null; readonly low: Quote | null }
const NOTHING: Seen = { source: undefined, high: null, low: null }

/**
 * Extremes of the prices shown in the last 24 hours: covers spikes between two candle fetches.
 * @param quote latest quote; a stale one is ignored
 */
function useSeenExtremes(quote: Quote | null): Seen {
  const source = useMarketStatus()?.source
  const [seen, setSeen] = useState(NOTHING)
  const next = quote === null || isStalePrice(quote.asOf, quote.symbol) ? seen : widened(seen, quote, source)
  if (next !== seen) setSeen(next)
  return next.high?.symbol === quote?.symbol ? next : NOTHING
}

function widened(seen: Seen, quote: Quote, source: string | undefined): Seen {
  const isOf = (each: Quote): boolean => {
    const age = quote.asOf - each.asOf
    return seen.source === source && each.symbol === quote.symbol && each.quote === quote.quote && age >= 0 && age < DAY_MS
  }
  const high = seen.high !== null && isOf(seen.high) && seen.high.price >= quote.price ? seen.high : quote
  const low = seen.low !== null && isOf(seen.low) && seen.low.price <= quote.price ? seen.low : quote
  return high === seen.high && low === seen.low && seen.source === source ? seen : { source, high, low }
}

type DayExtremes = { readonly range: Known<DayRange>; readonly interval: Interval }

/** Finest first: a recording may only have hourly candles. */
const SOURCES = [
  { interval: '5m', limit: 290 },
  { interval: '1h', limit: 26 },
] as const satisfies readonly { readonly interval: Interval; readonly limit: number }[]

const dayRangeQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['day-range', symbol] as const,
    queryFn: ({ signal }) => readDayRange(symbol, signal),
    refetchInterval: () => marketMinute(),
    staleTime: 5 * SECOND_MS,
  })

async function readDayRange(symbol: string, signal: AbortSignal): Promise<DayExtremes> {
  const [fine, coarse] = SOURCES
  const extremes = await readFrom(symbol, fine, signal)
  return extremes.range.known ? extremes : await readFrom(symbol, coarse, signal)
}

async function readFrom(symbol: string, { interval, limit }: (typeof SOURCES)[number], signal: AbortSignal): Promise<DayExtremes> {
  const query = { interval, limit: String(limit) }
  const candles = (await api(listCandles, { params: { symbol }, query, signal, anonymous: true })).map(toCandle)
  const newest = (candles.at(-1)?.time ?? 0) * SECOND_MS
  return { range: dayRange(candles, interval, Math.max(newest, marketNow() ?? 0)), interval }
}

const toCandle = ([time, open, high, low, close, volume]: CandleTuple): Candle => ({
  time,
  open,
  high,
  low,
  close,
  volume,
})

/** One market minute in real time, but at least five seconds in a fast replay. */
function marketMinute(): number {
  const speed = useMarketState.getState().status?.speed ?? 1
  return Math.max(5 * SECOND_MS, MINUTE_MS / Math.max(1, speed))
}
