import type { Forecast } from '@aerie/wire/market/forecasts'
import { BandLegend } from '../../market-views/forecast/band-legend.tsx'
import { ForecastFacts } from '../../market-views/forecast/forecast-facts.tsx'
import { useForecastTiming } from '../../market-views/forecast/forecast-timing.ts'
import { PRESET_HOURS } from '../../market-views/forecast/hours-param.ts'
import type { ForecastState } from '../../market-views/forecast/use-forecast.ts'
import { WaitingWords } from '../../market-views/forecast/waiting-words.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { usePast } from './candle-window.ts'
import { FanChart } from './chart/fan-chart.tsx'
import { FanTable } from './fan-table.tsx'
import { ForecastFigures } from './forecast-figures.tsx'
import { useLevelInAddress } from './level-store.ts'

type ForecastPanelProps = {
  readonly symbol: string
  readonly hours: number
  readonly state: ForecastState
  readonly onHoursChange: (hours: number) => void
}

/** The forecast in its four states. */
export function ForecastPanel({ symbol, hours, state, onHoursChange }: ForecastPanelProps) {
  switch (state.kind) {
    case 'loading':
      return <PanelSkeleton symbol={symbol} />
    case 'absent':
      return (
        <div className="ipc-words">
          <EmptyState title={`No forecast for ${symbol} yet`}>
            <WaitingWords waiting={state.waiting} />
          </EmptyState>
        </div>
      )
    case 'failed':
      return (
        <div className="ipc-words">
          <ErrorState
            title={`The forecast for ${symbol} could not be loaded`}
            busy={state.query.isFetching}
            onRetry={() => void state.query.refetch()}
          >
            <ErrorText error={state.query.error} />
          </ErrorState>
        </div>
      )
    case 'value':
      return <Value forecast={state.forecast} problem={state.problem} hours={hours} onHoursChange={onHoursChange} />
  }
}

type ValueProps = {
  readonly forecast: Forecast
  readonly problem: Error | null
  readonly hours: number
  readonly onHoursChange: (hours: number) => void
}

function Value({ forecast, problem, hours, onHoursChange }: ValueProps) {
  const level = useLevelInAddress()
  const { isStale } = useForecastTiming(forecast)
  const past = usePast(forecast)
  return (
    <>
      <ForecastFigures forecast={forecast} isStale={isStale} />
      <div className={cx('ipc-chart', isStale && 'opacity-80')}>
        <FanChart forecast={forecast} past={past} level={level} onZoom={(by) => onHoursChange(zoomed(hours, by))} />
      </div>
      {past.failure !== null && (
        <div className="px-4 py-1">
          <QueryNotice query={past.failure} text="Recent prices could not be loaded." role="alert" />
        </div>
      )}
      <footer className="ipc-foot flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t px-3 py-2 sm:px-4">
        <BandLegend />
        <FanTable forecast={forecast} />
        <ForecastFacts forecast={forecast} problem={problem} className="sm:ml-auto" />
      </footer>
    </>
  )
}

/** The preset next to `hours`: nearer for 1, further for -1. */
export function zoomed(hours: number, direction: 1 | -1): number {
  const next = direction === 1 ? PRESET_HOURS.findLast((preset) => preset < hours) : PRESET_HOURS.find((preset) => preset > hours)
  return next ?? hours
}

const PanelSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the forecast for ${symbol}`} className="flex flex-1 flex-col">
    <div className="ipc-figures">
      {[0, 1, 2].map((each) => (
        <div key={each} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-36" />
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
    <div className="ipc-chart p-4">
      <Skeleton className="size-full" />
    </div>
    <div className="border-line border-t px-4 py-2">
      <Skeleton className="h-5 w-64" />
    </div>
  </div>
)
