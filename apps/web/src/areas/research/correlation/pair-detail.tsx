import type { CorrelationPair } from '@aerie/wire/market/analytics'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { momentText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { PlotTable } from '../../forecast/index.ts'
import { type CorrelationBasis, pairQuery } from '../../market/index.ts'
import { OriginLine, StatisticsLoading } from '../analytics/statistics-state.tsx'
import { TimePlot } from '../analytics/time-plot.tsx'
import { boundsText, cellText, coefficientText } from './correlation-text.ts'

type PairDetailProps = {
  readonly a: string
  readonly b: string
  readonly basis: CorrelationBasis
  readonly onClose: () => void
  readonly onSelect: (symbol: string) => void
}

export function PairDetail({ a, b, basis, onClose, onSelect }: PairDetailProps) {
  const query = useQuery(pairQuery(a, b, basis), queryClient)
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
      <QueryView
        query={query}
        skeleton={<StatisticsLoading label={`Correlation of ${a} and ${b}`} />}
        failed={`The correlation of ${a} and ${b} could not be loaded`}
        stale="Not updated:"
      >
        {(pair) => (
          <>
            <Figures pair={pair} />
            <OriginLine source={pair.source} asOf={pair.as_of} />
          </>
        )}
      </QueryView>
    </div>
  )
}

const TICKS = [-1, -0.5, 0, 0.5, 1]
const ROWS = 30

function Figures({ pair }: { readonly pair: CorrelationPair }) {
  const { a, b, value, pairs, rolling, rolling_pairs } = pair
  const sampledPoints = rolling.filter((_, i) => (rolling.length - 1 - i) % Math.ceil(rolling.length / ROWS) === 0)
  return (
    <>
      <p className="num text-13">
        <span translate="no" className="font-semibold text-18">
          {coefficientText(value)}
        </span>{' '}
        <span className="text-ink-2">
          {value === null ? cellText(a, b, pair) : `95% interval ${boundsText(pair)} · ${pairs.toLocaleString('en-US')} pairs of returns`}
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
            rows={sampledPoints.map(([at, coefficient]) => [momentText(at), coefficientText(coefficient)])}
          />
        </figure>
      </div>
    </>
  )
}

const SIZE = 240
const EDGE = 44

function Scatter({ pair: { a, b, points, value, pairs } }: { readonly pair: CorrelationPair }) {
  const reach = Math.max(1e-9, ...points.map(([, x, y]) => Math.max(Math.abs(x), Math.abs(y))))
  const at = (share: number): string => (SIZE * (0.5 + share / 2)).toFixed(1)
  const edge = `${reach.toFixed(reach < 1 ? 2 : 1)}%`
  return (
    <svg
      viewBox={`0 0 ${SIZE + EDGE + 8} ${SIZE + EDGE}`}
      role="img"
      aria-label={`Returns of ${a} across, of ${b} up, both up to ${edge}: ${pairs} pairs, correlation ${coefficientText(value)}.`}
      className="corr-scatter num"
    >
      <g transform={`translate(${EDGE} 8)`}>
        <path className="stat-grid" d={`M0 0H${SIZE}V${SIZE}H0ZM${SIZE / 2} 0V${SIZE}M0 ${SIZE / 2}H${SIZE}`} />
        <path className="corr-dots" d={points.map(([, x, y]) => `M${at(x / reach)} ${at(-y / reach)}h0`).join('')} />
        <text x={-6} y={4} dy="0.32em" textAnchor="end">{`+${edge}`}</text>
        <text x={-6} y={SIZE} textAnchor="end">{`−${edge}`}</text>
        <text x={-6} y={SIZE / 2} dy="0.32em" textAnchor="end">
          {b}
        </text>
        <text x={0} y={SIZE + 16}>{`−${edge}`}</text>
        <text x={SIZE} y={SIZE + 16} textAnchor="end">{`+${edge}`}</text>
        <text x={SIZE / 2} y={SIZE + 16} textAnchor="middle">
          {a}
        </text>
      </g>
    </svg>
  )
}
