import type { LessonFigure } from '@aerie/wire/lessons'
import { useMemo, useState } from 'react'
import { chanceText } from '../../../market-views/forecast/forecast-text.ts'
import { MiniCone } from '../../../market-views/forecast/mini-cone.tsx'
import { coneForecast, shareBelow } from './cone-forecast.ts'
import { Slider } from './slider.tsx'
import { unitText } from './unit-text.ts'

/** The product's own cone over a made-up forecast, and how likely the outcome lies below a price. */
export function ConeFigure({ figure }: { readonly figure: Extract<LessonFigure, { kind: 'cone' }> }) {
  const { anchor, percent } = figure
  const forecast = useMemo(() => coneForecast(figure), [figure])
  const [price, setPrice] = useState(anchor)
  const reach = (anchor * percent * 3) / 100
  const below = shareBelow(figure, price)
  const text = unitText(price, 'usd')
  return (
    <div className="learn-formula">
      <MiniCone forecast={forecast} hasStart label={labelText} />
      <p className="learn-cone-key">
        {([50, 80, 95] as const).map((band) => (
          <span key={band}>
            <span className="fan-key" data-band={band} aria-hidden="true" /> {`${band}% band`}
          </span>
        ))}
      </p>
      <Slider
        label="Price"
        input={{ unit: 'usd', least: anchor - reach, most: anchor + reach, step: reach / 100 }}
        value={price}
        onChange={setPrice}
      />
      <dl>
        <div>
          <dt>{`Below ${text}`}</dt>
          <dd translate="no" className="num">
            {chanceText(below)}
          </dd>
        </div>
        <div>
          <dt>{`Above ${text}`}</dt>
          <dd translate="no" className="num">
            {chanceText(1 - below)}
          </dd>
        </div>
      </dl>
    </div>
  )
}

const labelText = ({ median, low, high }: Readonly<Record<'median' | 'low' | 'high', string>>) =>
  `Example forecast: median ${median}, 95% between ${low} and ${high}.`
