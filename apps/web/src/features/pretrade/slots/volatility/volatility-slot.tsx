import '../../analytics/statistics.css'
import './volatility.css'
import type { Volatility } from '@aerie/wire/market/analytics'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../../../lib/http/query-client.ts'
import { volatilityQuery } from '../../../../market-views/statistics/statistics-queries.ts'
import { Area } from '../../../../ui/area.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import type { SlotProps } from '../../../../workspace/slots/slot.ts'
import { Choice } from '../../analytics/choice.tsx'
import { OriginLine, StatisticsFailed, StatisticsLoading } from '../../analytics/statistics-state.tsx'
import { ConePlot } from './cone-plot.tsx'
import { EstimatorList } from './estimator-list.tsx'
import { HistoryPlot } from './history-plot.tsx'
import { RegimeBanner } from './regime-banner.tsx'
import { parseVolatilityOptions } from './volatility-options.ts'
import { reasonText } from './volatility-text.ts'

/** How volatile a coin is, against its own past. */
export function VolatilitySlot({ symbol, options: stored, changeOptions }: SlotProps) {
  const options = useMemo(() => parseVolatilityOptions(stored), [stored])
  const { data, error, refetch } = useQuery(volatilityQuery(symbol, options.window, options.days), queryClient)
  return (
    <div className="stat-slot">
      <div className="stat-toolbar" role="toolbar" aria-label="Volatility">
        <Choice
          label="Window"
          value={options.window}
          options={[
            [24, '24 hours'],
            [168, '7 days'],
            [720, '30 days'],
          ]}
          onChange={(window) => changeOptions({ ...options, window })}
        />
        <Choice
          label="Compared with"
          value={options.days}
          options={[
            [90, 'Past 90 days'],
            [400, 'Past 400 days'],
          ]}
          onChange={(days) => changeOptions({ ...options, days })}
        />
      </div>
      {data === undefined && error === null && <StatisticsLoading label={volatilityOf(symbol)} />}
      {data === undefined && error !== null && (
        <StatisticsFailed what={`The volatility of ${symbol}`} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Body data={data} />}
      {data !== undefined && <OriginLine source={data.source} asOf={data.as_of} error={error} />}
    </div>
  )
}

function Body({ data }: { readonly data: Volatility }) {
  const { symbol, days, days_known, estimators, cone, reason } = data
  if (days_known === 0) {
    return <EmptyState title={`No volatility of ${symbol}`}>{`${reasonText(reason)} It appears here with its hourly candles.`}</EmptyState>
  }
  return (
    // What scrolls must be within reach of the keyboard.
    <Area className="stat-scroll vol-body" aria-label={volatilityOf(symbol)} tabIndex={0}>
      <RegimeBanner data={data} />
      {days_known < days - 1 && (
        <p className="text-12 text-warning">{`The history of ${symbol} has only ${Math.round(days_known)} of the ${days} days.`}</p>
      )}
      <EstimatorList estimators={estimators} />
      <div className="vol-plots">
        <figure>
          <figcaption>History, percent a year; shaded by regime</figcaption>
          <HistoryPlot data={data} />
        </figure>
        <figure>
          <figcaption>Cone: lowest to highest, middle half, median; dots are now</figcaption>
          <ConePlot symbol={symbol} cone={cone} />
        </figure>
      </div>
    </Area>
  )
}

const volatilityOf = (symbol: string) => `Volatility of ${symbol}`
