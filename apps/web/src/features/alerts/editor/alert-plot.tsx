import { DAY_MS, SECOND_MS } from '@aerie/core/time'
import type { AlertPreview } from '@aerie/wire/alerts/alert-rows'
import type { CandleTuple } from '@aerie/wire/market/market'
import { useQuery } from '@tanstack/react-query'
import { readCandles } from '../../../chart-engine/bars/candle-pages.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { utcText } from '../../../market-views/forecast/forecast-text.ts'

const WIDTH = 640
const HEIGHT = 96
/** Above the highest and below the lowest, as a share of the height. */
const ROOM = 0.06
/** Hourly candles up to here, daily ones beyond. */
const HOURLY_MS = 31 * DAY_MS

/** Where the plot's scale begins and ends. */
export type PlotScale = { readonly from: number; readonly to: number; readonly low: number; readonly high: number }

/** The scale that shows all closes, and the level where that is not far from them. */
export function plotScale(candles: readonly CandleTuple[], level: number | null): PlotScale | null {
  const closes = candles.map((candle) => candle[4])
  const [first, last] = [candles[0], candles.at(-1)]
  if (first === undefined || last === undefined || candles.length < 2) return null
  const [low, high] = [Math.min(...closes), Math.max(...closes)]
  const isNear = level !== null && level > low - (high - low) && level < high + (high - low)
  const [bottom, top] = isNear ? [Math.min(low, level), Math.max(high, level)] : [low, high]
  const room = (top - bottom || top) * ROOM
  return { from: first[0] * SECOND_MS, to: last[0] * SECOND_MS, low: bottom - room, high: top + room }
}

const across = ({ from, to }: PlotScale, ms: number): number => Math.min(1, Math.max(0, (ms - from) / (to - from)))
const up = ({ low, high }: PlotScale, price: number): number => (price - low) / (high - low)

type AlertPlotProps = {
  readonly symbol: string
  readonly preview: AlertPreview
  /** Drawn as a line where it lies within reach. */
  readonly level: number | null
}

/** The price of the time that was looked at, with a mark for each candle in which the alert would have fired. */
export function AlertPlot({ symbol, preview, level }: AlertPlotProps) {
  const [from, to] = [Date.parse(preview.from), Date.parse(preview.to)]
  const interval = to - from <= HOURLY_MS ? '1h' : '1d'
  const { data } = useQuery(
    {
      queryKey: ['alerts', 'candles', symbol, interval, Math.floor(from / DAY_MS), Math.floor(to / DAY_MS)],
      queryFn: ({ signal }) => readCandles(symbol, { interval, limit: 1000, from: Math.floor(from / SECOND_MS) }, signal),
      staleTime: 300_000,
    },
    queryClient,
  )
  const scale = data === undefined ? null : plotScale(data, level)
  return (
    <div className="alert-plot" data-empty={scale === null || undefined}>
      {scale !== null && data !== undefined && <Drawing candles={data} scale={scale} level={level} times={preview.times} />}
    </div>
  )
}

type DrawingProps = {
  readonly candles: readonly CandleTuple[]
  readonly scale: PlotScale
  readonly level: number | null
  readonly times: readonly string[]
}

function Drawing({ candles, scale, level, times }: DrawingProps) {
  const y = (price: number) => HEIGHT * (1 - up(scale, price))
  const path = candles
    .map(
      ([time, , , , close], index) =>
        `${index === 0 ? 'M' : 'L'}${(across(scale, time * SECOND_MS) * WIDTH).toFixed(1)} ${y(close).toFixed(1)}`,
    )
    .join('')
  const isLevelShown = level !== null && level > scale.low && level < scale.high
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {isLevelShown && <path className="alert-plot-level" d={`M0 ${y(level).toFixed(1)}H${WIDTH}`} />}
        <path className="alert-plot-line" d={path} />
      </svg>
      <ul aria-label="Past triggers">
        {times.map((time) => (
          <li
            key={time}
            className="alert-plot-mark"
            style={{
              left: `${across(scale, Date.parse(time)) * 100}%`,
              bottom: `${up(scale, closeAt(candles, Date.parse(time)) ?? scale.low) * 100}%`,
            }}
          >
            <span className="sr-only">{utcText(Date.parse(time))}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The close of the candle that a moment lies in. */
const closeAt = (candles: readonly CandleTuple[], ms: number): number | undefined =>
  candles.findLast(([time]) => time * SECOND_MS <= ms)?.[4]
