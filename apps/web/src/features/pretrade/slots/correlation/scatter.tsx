import type { CorrelationPair } from '@aerie/wire/market/analytics'
import { coefficientText } from './correlation-text.ts'
import { CORRELATION_WORDS as WORDS } from './correlation-words.ts'

const SIZE = 240
const EDGE = 44

/** Returns of two coins against each other, one dot for each pair. */
export function Scatter({ pair: { a, b, points, value, pairs } }: { readonly pair: CorrelationPair }) {
  const reach = Math.max(1e-9, ...points.map(([, x, y]) => Math.max(Math.abs(x), Math.abs(y))))
  const at = (share: number): string => (SIZE * (0.5 + share / 2)).toFixed(1)
  const edge = `${reach.toFixed(reach < 1 ? 2 : 1)}%`
  return (
    <svg
      viewBox={`0 0 ${SIZE + EDGE + 8} ${SIZE + EDGE}`}
      role="img"
      aria-label={WORDS.scatter.summary({ a, b, edge, pairs, value: coefficientText(value) })}
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
