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
import { VOLATILITY_WORDS as WORDS } from './volatility-words.ts'

/** How volatile a coin is, against its own past. */
export function VolatilitySlot({ symbol, options: stored, changeOptions }: SlotProps) {
  const options = useMemo(() => parseVolatilityOptions(stored), [stored])
  const { data, error, refetch } = useQuery(volatilityQuery(symbol, options.window, options.days), queryClient)
  return (
    <div className="stat-slot">
      <div className="stat-toolbar" role="toolbar" aria-label={WORDS.shared.volatility}>
        <Choice
          label={WORDS.shared.window}
          value={options.window}
          options={[
            [24, '24 hours'],
            [168, '7 days'],
            [720, '30 days'],
          ]}
          onChange={(window) => changeOptions({ ...options, window })}
        />
        <Choice
          label={WORDS.slot.comparedWith}
          value={options.days}
          options={[
            [90, WORDS.slot.past90Days],
            [400, WORDS.slot.past400Days],
          ]}
          onChange={(days) => changeOptions({ ...options, days })}
        />
      </div>
      {data === undefined && error === null && <StatisticsLoading label={WORDS.slot.volatilityOf(symbol)} />}
      {data === undefined && error !== null && (
        <StatisticsFailed what={WORDS.slot.theVolatilityOf(symbol)} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Body data={data} />}
      {data !== undefined && <OriginLine source={data.source} asOf={data.as_of} error={error} />}
    </div>
  )
}

function Body({ data }: { readonly data: Volatility }) {
  const { symbol, days, days_known, estimators, cone, reason } = data
  if (days_known === 0) {
    return <EmptyState title={WORDS.slot.noVolatilityOf(symbol)}>{WORDS.slot.appearsHere(reasonText(reason))}</EmptyState>
  }
  return (
    // What scrolls must be within reach of the keyboard.
    <Area className="stat-scroll vol-body" aria-label={WORDS.slot.volatilityOf(symbol)} tabIndex={0}>
      <RegimeBanner data={data} />
      {days_known < days - 1 && <p className="text-12 text-warning">{WORDS.slot.shortHistory(symbol, Math.round(days_known), days)}</p>}
      <EstimatorList estimators={estimators} />
      <div className="vol-plots">
        <figure>
          <figcaption>{WORDS.slot.historyTitle}</figcaption>
          <HistoryPlot data={data} />
        </figure>
        <figure>
          <figcaption>{WORDS.slot.coneTitle}</figcaption>
          <ConePlot symbol={symbol} cone={cone} />
        </figure>
      </div>
    </Area>
  )
}
