import { type CorrelationPair, LEAST_PAIRS } from '@aerie/wire/market/analytics'
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
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape from any focused element inside
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

export type Cell = {
  readonly pairs: number
  readonly value: number | null
  readonly low: number | null
  readonly high: number | null
}

/** Two decimals with a proper minus sign; a dash for null. */
export const coefficientText = (value: number | null): string =>
  value === null
    ? '—'
    : value
        .toFixed(2)
        .replace('-', '−')
        .replace(/^−0\.00$/, '0.00')

/** E.g. `0.71 to 0.79`. */
export const boundsText = ({ low, high }: Pick<Cell, 'low' | 'high'>): string =>
  low === null || high === null ? '—' : `${coefficientText(low)} to ${coefficientText(high)}`

export function cellText(a: string, b: string, cell: Cell): string {
  if (cell.value !== null)
    return `${a} and ${b}: ${coefficientText(cell.value)} (${boundsText(cell)}), ${cell.pairs.toLocaleString('en-US')} pairs`
  const why = cell.pairs < LEAST_PAIRS ? `${cell.pairs} of at least ${LEAST_PAIRS} common returns` : 'one of the prices did not move'
  return `${a} and ${b}: not known, ${why}`
}

/** Colour strength, -10 to 10. */
export const shadeOf = (value: number | null): number => (value === null ? 0 : Math.round(10 * value))

export const WINDOWS = [
  [24, '24 hours'],
  [72, '3 days'],
  [168, '7 days'],
  [336, '14 days'],
  [720, '30 days'],
  [1_440, '60 days'],
  [2_160, '90 days'],
] as const
