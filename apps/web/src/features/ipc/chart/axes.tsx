import { numberText } from '@aerie/core/numbers/number-text'
import { memo } from 'react'
import { clockText } from '../../../market-views/forecast/forecast-text.ts'
import { type ChartScale, priceTicks, timeTicks } from './chart-scale.ts'

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

/** Half of the widest label: nearer to the left edge than this it would be cut. */
const LABEL_HALF_PX = 20

/** Grid lines with their prices on the right and their hours below; midnight carries the day. */
export const Axes = memo(function Axes({ scale }: { readonly scale: ChartScale }) {
  const { width, height } = scale
  return (
    <g className="axes num">
      {priceTicks(scale).map((price) => (
        <g key={price} transform={`translate(0 ${scale.y(price).toFixed(1)})`}>
          <line x2={width} />
          <text x={width + 6} dy="0.32em">
            {numberText(price)}
          </text>
        </g>
      ))}
      {timeTicks(scale).map((time) => (
        <g key={time} transform={`translate(${scale.x(time).toFixed(1)} 0)`}>
          <line y2={height} />
          <text y={height + 16} textAnchor={scale.x(time) < LABEL_HALF_PX ? 'start' : 'middle'}>
            {new Date(time).getHours() === 0 ? day.format(time) : clockText(time)}
          </text>
        </g>
      ))}
    </g>
  )
})
