import { memo } from 'react'
import type { FanPoint } from '../../../market-views/forecast/fan-bands.ts'
import type { ChartScale } from './chart-scale.ts'

type FanShapesProps = { readonly fan: readonly FanPoint[]; readonly scale: ChartScale }

/** The bands, widest first, and the median; straight between whole hours. */
export const FanShapes = memo(function FanShapes({ fan, scale }: FanShapesProps) {
  const point = (time: number, price: number) => `${scale.x(time).toFixed(1)} ${scale.y(price).toFixed(1)}`
  const area = (index: 0 | 1 | 2) => {
    const upper = fan.map(({ time, bands }) => point(time, bands[index].high))
    const lower = fan.map(({ time, bands }) => point(time, bands[index].low)).toReversed()
    return `M${[...upper, ...lower].join('L')}Z`
  }
  const start = fan[0]
  const end = fan.at(-1)
  if (start === undefined || end === undefined) return null
  return (
    <g>
      {([2, 1, 0] as const).map((index) => (
        <path key={index} className="fan-band" data-band={start.bands[index].percent} d={area(index)} />
      ))}
      <path className="fan-median" d={`M${fan.map(({ time, median }) => point(time, median)).join('L')}`} />
      <circle className="fan-end" cx={scale.x(end.time)} cy={scale.y(end.median)} r="4" />
    </g>
  )
})
