import type { Forecast } from '@aerie/wire/forecasts'
import { BandLegend } from '../../market-views/forecast/band-legend.tsx'
import { type FanPoint, fanOf } from '../../market-views/forecast/fan-bands.ts'
import { hoursText, moveText, priceText } from '../../market-views/forecast/forecast-text.ts'
import { useForecast } from '../../market-views/forecast/use-forecast.ts'

const WIDTH = 320
const HEIGHT = 96
const EDGE = 3

type Prediction = {
  readonly currency: string
  /** Seconds: when the forecast was made. */
  readonly currenttime: number
  readonly hours: number
  readonly predictedMarketPrice: number
  readonly low80: number
  readonly high80: number
  readonly quote: string
}

/** The fan of the very forecast that was told; where a newer one has taken its place, its band in words. */
export function MiniFan({ prediction }: { readonly prediction: Prediction }) {
  const { currency, currenttime, hours, low80, high80, quote } = prediction
  const state = useForecast(currency, hours)
  const isSame = state.kind === 'value' && state.forecast.issued_at === currenttime * 1000
  return (
    <figure className="flex flex-col gap-1">
      {isSame && <Fan forecast={state.forecast} />}
      <figcaption className="num text-12 text-ink-2">
        80% chance between {priceText(low80, quote)} and {priceText(high80, quote)} in {hoursText(hours)}.
      </figcaption>
    </figure>
  )
}

function Fan({ forecast }: { readonly forecast: Forecast }) {
  const fan = fanOf(forecast)
  const end = fan.at(-1)!
  const [, , widest] = end.bands
  const words =
    `${forecast.symbol}: forecast for ${hoursText(forecast.hours)}, median ${priceText(end.median, forecast.quote)} ` +
    `(${moveText(end.median, forecast.anchor)}), 95% between ${priceText(widest.low, forecast.quote)} and ${priceText(widest.high, forecast.quote)}.`
  const { area, median } = fanPaths(fan)
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words} className="agent-plot agent-fan">
        {([2, 1, 0] as const).map((index) => (
          <path key={index} className="fan-band" data-band={end.bands[index].percent} d={area(index)} />
        ))}
        <path className="agent-line" d={median} />
      </svg>
      <BandLegend />
    </>
  )
}

/** The outlines of the bands and the median, from the close they start at. */
function fanPaths(fan: readonly FanPoint[]): { readonly area: (band: 0 | 1 | 2) => string; readonly median: string } {
  const prices = fan.flatMap(({ bands }) => [bands[2].low, bands[2].high])
  const low = Math.min(...prices)
  const range = Math.max(...prices) - low || 1
  const last = fan.at(-1)?.hours || 1
  const point = (hours: number, price: number) =>
    `${(EDGE + (hours / last) * (WIDTH - 2 * EDGE)).toFixed(1)} ${(HEIGHT - EDGE - ((price - low) / range) * (HEIGHT - 2 * EDGE)).toFixed(1)}`
  return {
    area: (band) => {
      const upper = fan.map(({ hours, bands }) => point(hours, bands[band].high))
      const lower = fan.map(({ hours, bands }) => point(hours, bands[band].low)).toReversed()
      return `M${[...upper, ...lower].join('L')}Z`
    },
    median: `M${fan.map(({ hours, median }) => point(hours, median)).join('L')}`,
  }
}
