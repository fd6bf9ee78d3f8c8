import { BandLegend } from '../../market-views/forecast/band-legend.tsx'
import { hoursText, priceText } from '../../market-views/forecast/forecast-text.ts'
import { MiniCone } from '../../market-views/forecast/mini-cone.tsx'
import { useForecast } from '../../market-views/forecast/use-forecast.ts'

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
      {isSame && (
        <>
          <MiniCone forecast={state.forecast} />
          <BandLegend />
        </>
      )}
      <figcaption className="num text-12 text-ink-2">
        80% chance between {priceText(low80, quote)} and {priceText(high80, quote)} in {hoursText(hours)}.
      </figcaption>
    </figure>
  )
}
