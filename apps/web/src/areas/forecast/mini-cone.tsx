import { itemAt } from '@aerie/core/item-at'
import './forecast.css'
import './mini-cone.css'
import type { Forecast } from '@aerie/wire/market/forecasts'
import { hoursText, moveText, priceText } from '../../platform/format/market-text.ts'
import { type FanPoint, fanOf } from './fan-bands.tsx'

const WIDTH = 320
const HEIGHT = 96
const EDGE = 3

type MiniConeProps = {
  readonly forecast: Forecast
  readonly hasStart?: boolean
  readonly label?: (ends: { readonly median: string; readonly low: string; readonly high: string }) => string
}

export function MiniCone({ forecast, hasStart = false, label }: MiniConeProps) {
  const fan = fanOf(forecast)
  const end = itemAt(fan, -1)
  const [, , widest] = end.bands
  const ends = {
    median: `${priceText(end.median, forecast.quote)} (${moveText(end.median, forecast.anchor)})`,
    low: priceText(widest.low, forecast.quote),
    high: priceText(widest.high, forecast.quote),
  }
  const text =
    label?.(ends) ??
    `${forecast.symbol}: forecast for ${hoursText(forecast.hours)}, median ${ends.median}, 95% between ${ends.low} and ${ends.high}.`
  const { area, median, height } = conePaths(fan)
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text} className="mini-cone">
      {([2, 1, 0] as const).map((index) => (
        <path key={index} className="fan-band" data-band={end.bands[index].percent} d={area(index)} />
      ))}
      {hasStart && <path className="mini-cone-start" d={`M0 ${height(forecast.anchor)}H${WIDTH}`} />}
      <path className="mini-cone-median" d={median} />
    </svg>
  )
}

function conePaths(fan: readonly FanPoint[]) {
  const prices = fan.flatMap(({ bands }) => [bands[2].low, bands[2].high])
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low || 1
  const last = fan.at(-1)?.hours || 1
  const height = (price: number) => (HEIGHT - EDGE - ((price - low) / range) * (HEIGHT - 2 * EDGE)).toFixed(1)
  const point = (hours: number, price: number) => `${(EDGE + (hours / last) * (WIDTH - 2 * EDGE)).toFixed(1)} ${height(price)}`
  return {
    height,
    area: (band: 0 | 1 | 2) => {
      const upper = fan.map(({ hours, bands }) => point(hours, bands[band].high))
      const lower = fan.map(({ hours, bands }) => point(hours, bands[band].low)).toReversed()
      return `M${[...upper, ...lower].join('L')}Z`
    },
    median: `M${fan.map(({ hours, median }) => point(hours, median)).join('L')}`,
  }
}
