import { LearnLink } from '../../../navigation/learn-link.tsx'
import '../../../market-views/forecast/forecast.css'
import { percentText } from '@aerie/core/numbers/short-number-text'
import { PREDICTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../../lib/http/query-client.ts'
import { BandLegend } from '../../../market-views/forecast/band-legend.tsx'
import { forecastQuery } from '../../../market-views/forecast/forecast-query.ts'
import { cx } from '../../../ui/cx.ts'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { HOURS } from './forecast-hours.ts'
import { ForecastRow } from './forecast-row.tsx'
import { scaleEnd } from './forecast-scale.ts'
import { RecordLine } from './record-line.tsx'

/** The newest forecasts of all predicted coins on one scale, and how such forecasts did. */
export function ForecastsPanel({ className }: { readonly className: string }) {
  const answers = useQueries({ queries: PREDICTED_SYMBOLS.map((symbol) => forecastQuery(symbol, HOURS)) }, queryClient)
  const forecasts = answers.flatMap(({ data }) => (data === undefined || data.state === 'warming' ? [] : [data]))
  const end = scaleEnd(forecasts)
  return (
    <Panel title={`Predictions for ${HOURS} hours`} className={className} trailing={<About />}>
      <RecordLine />
      <div className="claw-forecasts-list">
        <Heads end={end} isShown={forecasts.length > 0} />
        {PREDICTED_SYMBOLS.map((symbol) => (
          <ForecastRow key={symbol} symbol={symbol} end={end} />
        ))}
      </div>
      <BandLegend className="px-3 pb-3" />
    </Panel>
  )
}

/** The scale that all rows share; its room is there before it is known. Each row says its own figures in words. */
const Heads = ({ end, isShown }: { readonly end: number; readonly isShown: boolean }) => (
  <div aria-hidden="true" className={cx('claw-forecast claw-forecast-heads num text-11 text-ink-3', !isShown && 'invisible')}>
    <span />
    <span className="claw-forecast-axis">
      {[-end, -end / 2, 0, end / 2, end].map((move) => (
        <span translate="no" key={move}>
          {percentText(move * 100)}
        </span>
      ))}
    </span>
    <span className="claw-forecast-range">80% range</span>
    <span className="claw-forecast-chance">Chance of a rise</span>
  </div>
)

const About = () => (
  <Explain title="the predictions">
    {about(HOURS).map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
    <LearnLink term="cone" />
  </Explain>
)

const about = (hours: number): readonly string[] => [
  `Where the price may be ${hours} hours after the last full hour, on one scale for all coins. The dashed line is no change.`,
  'The median is not a signal: over hours, almost nothing beats “no change”. The forecast is the width of the range.',
]
