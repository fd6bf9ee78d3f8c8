import type { ReactNode } from 'react'
import { useSize } from '../../../ui/hooks/use-size.ts'

/** Epoch ms; null draws a gap. */
export type TimePoint = readonly [at: number, value: number | null]

export type PlotScale = {
  readonly width: number
  readonly height: number
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

type TimePlotProps = {
  readonly label: string
  readonly points: readonly TimePoint[]
  readonly range: readonly [low: number, high: number]
  readonly ticks: readonly number[]
  readonly tickText: (value: number) => string
  readonly height?: number
  readonly behind?: (scale: PlotScale) => ReactNode
}

const LEFT = 44
const BOTTOM = 20
const TOP = 8
const RIGHT = 8
const LEAST_TICK_PX = 90

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const TWO_DAYS_MS = 2 * 86_400_000

/** Fills its container's width; the figures must also be available as text or a table. */
export function TimePlot({ label, points, range: [low, high], ticks, tickText, height = 180, behind }: TimePlotProps) {
  const [size, measure] = useSize()
  const first = points[0]?.[0] ?? 0
  const last = points.at(-1)?.[0] ?? 1
  const inner = { width: Math.max(1, (size?.width ?? 320) - LEFT - RIGHT), height: height - TOP - BOTTOM }
  const scale: PlotScale = {
    ...inner,
    x: (at) => (inner.width * (at - first)) / Math.max(1, last - first),
    y: (value) => inner.height * (1 - (value - low) / (high - low || 1)),
  }
  const dates = Math.max(1, Math.floor(inner.width / LEAST_TICK_PX))
  return (
    <div ref={measure} className="stat-plot">
      <svg width={inner.width + LEFT + RIGHT} height={height} role="img" aria-label={label} className="num">
        <g transform={`translate(${LEFT} ${TOP})`}>
          {behind?.(scale)}
          {ticks.map((tick) => (
            <g key={tick}>
              <path className="stat-grid" d={`M0 ${scale.y(tick)}H${inner.width}`} />
              <text x={-6} y={scale.y(tick)} dy="0.32em" textAnchor="end">
                {tickText(tick)}
              </text>
            </g>
          ))}
          {Array.from({ length: dates + 1 }, (_, i) => first + ((last - first) * i) / dates).map((at, i) => (
            <text key={at} x={scale.x(at)} y={inner.height + 15} textAnchor={i === 0 ? 'start' : i === dates ? 'end' : 'middle'}>
              {(last - first > TWO_DAYS_MS ? day : clock).format(at)}
            </text>
          ))}
          <path className="stat-line" d={linePath(points, scale)} />
        </g>
      </svg>
    </div>
  )
}

function linePath(points: readonly TimePoint[], { x, y }: PlotScale): string {
  let isDrawing = false
  let path = ''
  for (const [at, value] of points) {
    if (value !== null) path += `${isDrawing ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
    isDrawing = value !== null
  }
  return path
}
