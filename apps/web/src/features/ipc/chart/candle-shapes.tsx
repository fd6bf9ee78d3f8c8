import { INTERVAL_MS, type Interval } from '@aerie/core/market/candle'
import { SECOND_MS } from '@aerie/core/time'
import type { CandleTuple } from '@aerie/wire/market/market'
import { memo } from 'react'
import type { ChartScale } from './chart-scale.ts'

type CandleShapesProps = { readonly candles: readonly CandleTuple[]; readonly interval: Interval; readonly scale: ChartScale }

/** Candles as two paths, one for those that rose and one for those that fell. What is missing stays a gap. */
export const CandleShapes = memo(function CandleShapes({ candles, interval, scale }: CandleShapesProps) {
  const slot = scale.x(scale.from + INTERVAL_MS[interval])
  const shown = candles.filter(([time]) => time * SECOND_MS >= scale.from && time * SECOND_MS < scale.to)
  const path = (rose: boolean) =>
    shown
      .filter(([, open, , , close]) => close >= open === rose)
      .map((candle) => candlePath(candle, scale, slot))
      .join('')
  return (
    <>
      <path className="candles" data-tone="up" d={path(true)} />
      <path className="candles" data-tone="down" d={path(false)} />
    </>
  )
})

/** Half of the widest body: few candles on a wide screen would else be walls. */
const WIDEST_HALF = 12

/** A wick and a body at least a pixel high; the candle fills three fifths of its time. */
function candlePath([time, open, high, low, close]: CandleTuple, scale: ChartScale, slot: number): string {
  const middle = scale.x(time * SECOND_MS) + slot / 2
  const half = Math.min(WIDEST_HALF, Math.max(0.5, slot * 0.3))
  const top = scale.y(Math.max(open, close))
  const bottom = Math.max(top + 1, scale.y(Math.min(open, close)))
  const [left, right, up, down] = [middle - half, middle + half, scale.y(high), scale.y(low)].map((at) => at.toFixed(1))
  const line = middle.toFixed(1)
  const [first, last] = [top.toFixed(1), bottom.toFixed(1)]
  return `M${line} ${up}V${first}M${line} ${last}V${down}M${left} ${first}H${right}V${last}H${left}Z`
}
