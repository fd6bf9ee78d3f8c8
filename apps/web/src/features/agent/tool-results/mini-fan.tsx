import { BandLegend } from '../../../market-views/forecast/band-legend.tsx'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { MiniCone } from '../../../market-views/forecast/mini-cone.tsx'
import { useForecast } from '../../../market-views/forecast/use-forecast.ts'
import { useAnswerWords } from '../answer/answer-language.ts'

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
  const { words, hoursText } = useAnswerWords()
  const state = useForecast(currency, hours)
  const isSame = state.kind === 'value' && state.forecast.issued_at === currenttime * 1000
  return (
    <figure className="flex flex-col gap-1">
      {isSame && (
        <>
          <MiniCone forecast={state.forecast} label={(ends) => words.cone({ coin: currency, hours: hoursText(hours), ...ends })} />
          <BandLegend median={words.median} label={words.bands} />
        </>
      )}
      <figcaption className="num text-12 text-ink-2">
        {words.chance(priceText(low80, quote), priceText(high80, quote), hoursText(hours))}
      </figcaption>
    </figure>
  )
}
