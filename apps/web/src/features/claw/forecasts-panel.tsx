import { PREDICTED_SYMBOLS } from '@aerie/wire/supported-symbols'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../lib/query-client.ts'
import { BandLegend } from '../../market-views/forecast/band-legend.tsx'
import { forecastQuery } from '../../market-views/forecast/forecast-query.ts'
import { Explain } from '../../ui/explain.tsx'
import { Panel } from '../../ui/panel.tsx'
import { HOURS } from './forecast-hours.ts'
import { ForecastTile } from './forecast-tile.tsx'
import { RecordLine } from './record-line.tsx'

/** The newest forecast of each predicted coin, and how such forecasts did. */
export const ForecastsPanel = ({ className }: { readonly className: string }) => (
  <Panel title={`Predictions for ${HOURS} hours`} className={className} trailing={<About />}>
    <RecordLine />
    <div className="claw-tiles">
      {PREDICTED_SYMBOLS.map((symbol) => (
        <ForecastTile key={symbol} symbol={symbol} />
      ))}
    </div>
    <Legend />
  </Panel>
)

/** What the shades mean, where there are any. */
function Legend() {
  const answers = useQueries({ queries: PREDICTED_SYMBOLS.map((symbol) => forecastQuery(symbol, HOURS)) }, queryClient)
  if (!answers.some(({ data }) => data !== undefined && data.state !== 'warming')) return null
  return <BandLegend className="px-3 pb-3" />
}

const About = () => (
  <Explain title="the predictions">
    <p>
      A distribution of the price {HOURS} hours after an hour has closed, made anew with each hour. The dashed line is that close; the
      chance to end above it counts the end alone, whatever happens before.
    </p>
    <p>The median is no signal: over hours, next to nothing beats “the price stays”. What is claimed is how wide the bands must be.</p>
  </Explain>
)
