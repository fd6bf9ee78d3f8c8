import './scorecard.css'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { hoursText } from '../forecast/forecast-text.ts'
import { HorizonChoice } from '../forecast/horizon-choice.tsx'
import { ChainLine } from './chain-line.tsx'
import { ForecastList } from './forecast-list.tsx'
import { ScorecardFigures } from './scorecard-figures.tsx'
import { scorecardQuery } from './scorecard-query.ts'

type ScorecardProps = { readonly symbol: string; readonly hours: number; readonly onHoursChange: (hours: number) => void }

/** How past forecasts of one coin and horizon did: the record, its worth, and every single forecast. */
export function Scorecard({ symbol, hours, onHoursChange }: ScorecardProps) {
  const { data, error, refetch } = useQuery(scorecardQuery(symbol, hours), queryClient)
  return (
    <section id="scorecard" aria-labelledby="scorecard-title" className="scorecard">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="scorecard-title" className="font-semibold text-18">
          Scorecard <span aria-hidden="true">·</span> {symbol}, {`${hoursText(hours)} ahead`}
        </h2>
        <HorizonChoice hours={hours} onChange={onHoursChange} withAll className="sm:ml-auto" />
      </header>
      {data !== undefined && <ScorecardFigures card={data} problem={error} />}
      {data === undefined && error === null && <FiguresSkeleton symbol={symbol} />}
      {data === undefined && error !== null && (
        <ErrorState title={`The scorecard of ${symbol} could not be loaded`} onRetry={() => void refetch()}>
          <ErrorText error={error} />
        </ErrorState>
      )}
      <ChainLine />
      <ForecastList symbol={symbol} hours={hours} />
    </section>
  )
}

const FiguresSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the scorecard of ${symbol}`} className="flex flex-col gap-3">
    <Skeleton className="h-5 w-80 max-w-full" />
    <div className="scorecard-grid">
      {[0, 1].map((each) => (
        <Skeleton key={each} className="h-52 w-full" />
      ))}
    </div>
  </div>
)
