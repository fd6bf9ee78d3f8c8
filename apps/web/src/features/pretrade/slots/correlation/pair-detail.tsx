import type { CorrelationPair } from '@aerie/wire/market/analytics'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { queryClient } from '../../../../lib/http/query-client.ts'
import { momentText } from '../../../../market-views/forecast/forecast-text.ts'
import { PlotTable } from '../../../../market-views/scorecard/plot-table.tsx'
import { type CorrelationBasis, pairQuery } from '../../../../market-views/statistics/statistics-queries.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { OriginLine, StatisticsFailed, StatisticsLoading } from '../../analytics/statistics-state.tsx'
import { TimePlot } from '../../analytics/time-plot.tsx'
import { boundsText, cellWords, coefficientText } from './correlation-text.ts'
import { Scatter } from './scatter.tsx'

type PairDetailProps = {
  readonly a: string
  readonly b: string
  readonly basis: CorrelationBasis
  readonly onClose: () => void
  readonly onSelect: (symbol: string) => void
}

/** What one cell is made of. Escape leads back. */
export function PairDetail({ a, b, basis, onClose, onSelect }: PairDetailProps) {
  const { data, error, refetch } = useQuery(pairQuery(a, b, basis), queryClient)
  const back = useRef<HTMLDivElement>(null)
  useEffect(() => back.current?.querySelector('button')?.focus(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is heard from whatever inside has the focus
    <div
      className="corr-detail"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <div ref={back} className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="ghost" onClick={onClose}>
          <ArrowLeft size={14} aria-hidden="true" />
          Matrix
        </Button>
        <h2 className="font-semibold text-15">
          {a} · {b}
        </h2>
        {[a, b].map((symbol) => (
          <Button key={symbol} size="sm" onClick={() => onSelect(symbol)}>
            {`Show ${symbol}`}
          </Button>
        ))}
      </div>
      {data === undefined && error === null && <StatisticsLoading label={`Correlation of ${a} and ${b}`} />}
      {data === undefined && error !== null && (
        <StatisticsFailed what={`The correlation of ${a} and ${b}`} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Figures pair={data} />}
      {data !== undefined && <OriginLine source={data.source} asOf={data.as_of} error={error} />}
    </div>
  )
}

const TICKS = [-1, -0.5, 0, 0.5, 1]
const ROWS = 30

function Figures({ pair }: { readonly pair: CorrelationPair }) {
  const { a, b, value, pairs, rolling, rolling_pairs } = pair
  const words = rolling.filter((_, i) => (rolling.length - 1 - i) % Math.ceil(rolling.length / ROWS) === 0)
  return (
    <>
      <p className="num text-13">
        <span translate="no" className="font-semibold text-18">
          {coefficientText(value)}
        </span>{' '}
        <span className="text-ink-2">
          {value === null ? cellWords(a, b, pair) : `95% interval ${boundsText(pair)} · ${pairs.toLocaleString('en-US')} pairs of returns`}
        </span>
      </p>
      <div className="corr-plots">
        <figure>
          <figcaption>Returns, one dot per pair</figcaption>
          {pairs > 0 && <Scatter pair={pair} />}
        </figure>
        <figure>
          <figcaption>{`Rolling, over the last ${rolling_pairs} pairs`}</figcaption>
          {rolling.length > 1 ? (
            <TimePlot
              label={`Correlation of ${a} and ${b} over the last ${rolling_pairs} pairs: now ${coefficientText(rolling.at(-1)?.[1] ?? null)}.`}
              points={rolling}
              range={[-1, 1]}
              ticks={TICKS}
              tickText={coefficientText}
              height={240}
            />
          ) : (
            <p className="text-12 text-ink-2">{`Available from more than ${rolling_pairs} pairs on.`}</p>
          )}
          <PlotTable
            caption={`Rolling correlation of ${a} and ${b}`}
            heads={['Time', 'Correlation']}
            rows={words.map(([at, coefficient]) => [momentText(at), coefficientText(coefficient)])}
          />
        </figure>
      </div>
    </>
  )
}
