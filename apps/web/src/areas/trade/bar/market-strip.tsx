import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { InstrumentMarket } from '@aerie/wire/trading/trading-account'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { DASH, rateFigure, toneOf } from '../../../platform/format/figures.ts'
import { figureText } from '../../../platform/live/market/figure-text.ts'
import { useMarketClock } from '../../../platform/live/market/market-status.ts'
import { figuresOf } from '../../../platform/live/market/quotes.ts'
import { cx } from '../../../ui/cx.ts'
import { Price, tradingCalls } from '../../trading/index.ts'

const EVERY_MS = 5 * SECOND_MS
/** A failed or absent answer for longer makes its figures stale. */
const STALE_MS = 20 * SECOND_MS

/** Mark, index, funding and volume of a market. Unknown figures are dashes with a reason. */
export function MarketStrip({ symbol, className }: { readonly symbol: string; readonly className?: string }) {
  const {
    data,
    error,
    isStale: isOld,
  } = useQuery(
    {
      queryKey: ['trading', 'market', symbol],
      queryFn: ({ signal }) => tradingCalls.market(symbol, { signal }),
      refetchInterval: EVERY_MS,
      staleTime: STALE_MS,
      retry: false,
    },
    queryClient,
  )
  const figures = figuresOf(symbol)
  const volume = figures === undefined ? null : figureText(figures, 'volume')
  const isStale = data !== undefined && (data.is_stale || isOld)
  const missing = data === undefined ? (error === null ? 'Loading' : 'This market is not followed now') : 'No price yet'
  return (
    <dl className={cx('group num gap-3.5', className)} data-stale={isStale || undefined} aria-label={`Market of ${symbol}`}>
      {(['mark', 'index'] as const).map((name) => (
        <Fact key={name} title={name === 'mark' ? 'Mark' : 'Index'} reason={typeof data?.[name] === 'string' ? undefined : missing}>
          <Price of={data?.[name] ?? null} symbol={symbol} />
        </Fact>
      ))}
      <Funding funding={data?.funding ?? null} missing={data === undefined ? missing : 'No premium was sampled in this hour yet'} />
      <Fact title="Volume, 24 h" reason={volume === null ? 'Not known yet' : volume.description}>
        {volume?.text ?? DASH}
      </Fact>
      {isStale && <Fact title="State">stale</Fact>}
    </dl>
  )
}

type FundingProps = { readonly funding: InstrumentMarket['funding']; readonly missing: string }

function Funding({ funding, missing }: FundingProps) {
  const now = useMarketClock()
  return (
    <Fact title="Funding, 1 h" reason={funding === null ? missing : 'Of this hour so far. Positive: longs pay.'}>
      {funding === null ? (
        DASH
      ) : (
        <>
          <span data-tone={toneOf(funding.rate)}>{rateFigure(funding.rate)}</span>{' '}
          <span className="text-ink-2">{now === null ? '' : countdown(Date.parse(funding.at) - now)}</span>
        </>
      )}
    </Fact>
  )
}

type FactProps = { readonly title: string; readonly reason?: string | undefined; readonly children: ReactNode }

const Fact = ({ title, reason, children }: FactProps) => (
  <div title={reason} className="flex flex-col">
    <dt className="text-11 text-ink-3">{title}</dt>
    <dd translate="no" className="text-12 group-data-stale:text-warning">
      {children}
    </dd>
  </div>
)

/** Minutes and seconds. */
function countdown(leftMs: number): string {
  const left = Math.max(0, Math.min(HOUR_MS, leftMs))
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS)
  return `${Math.floor(left / MINUTE_MS)}:${String(seconds).padStart(2, '0')}`
}
