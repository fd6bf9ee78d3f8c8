import '../charts/charts.css'
import { percentText } from '@aerie/core/short-number-text'
import type { JournalStatistics } from '@aerie/wire/journal-statistics'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { CalendarMap } from '../charts/calendar-map.tsx'
import { CurveChart } from '../charts/curve-chart.tsx'
import { ExcursionScatter } from '../charts/excursion-scatter.tsx'
import { RiskHistogram } from '../charts/risk-histogram.tsx'
import type { JournalFilter } from '../journal-filter.ts'
import { microOf, microText } from '../money-text.ts'
import { serverQuery } from '../server-query.ts'
import type { Address } from '../use-address.ts'
import { useStatistics } from '../use-journal.ts'
import { pValueWords } from './figure-text.ts'
import { FigureTiles } from './figure-tiles.tsx'
import { GroupTables } from './group-tables.tsx'
import { drawdownWords, leftOutWords, originWords } from './statistics-notes.ts'

/** The figures of the trades that pass, each with its formula, its inputs, n and interval. */
export function StatisticsView({ address }: { readonly address: Address }) {
  const { filter, setFilter, setView } = address
  const { query, leftOut } = serverQuery(filter)
  const { data, error, isFetching, refetch } = useStatistics(query)
  if (data === undefined && error === null) {
    return (
      <div role="status" aria-label="Loading the statistics" className="flex flex-col gap-3 p-3">
        <SkeletonRows count={4} className="h-16 w-full" />
      </div>
    )
  }
  if (data === undefined) {
    return (
      <ErrorState title="The statistics could not be loaded" busy={isFetching} onRetry={() => void refetch()}>
        {errorText(error)}
      </ErrorState>
    )
  }
  const show = (part: Partial<JournalFilter>) => {
    setFilter({ ...filter, ...part })
    setView('trades')
  }
  return (
    <div className="statistics">
      {leftOut.length > 0 && (
        <p
          role="status"
          className="text-12 text-warning"
        >{`These figures ignore the filter by ${leftOut.join(', ')}: they are of all trades that pass the rest of it.`}</p>
      )}
      {error !== null && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-12 text-warning">
          {`The statistics could not be updated; these are the last ones. ${errorText(error)}`}
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      <Notes data={data} />
      <FigureTiles figures={data.figures} />
      {data.trips.counted > 0 && <Pictures data={data} onDay={(day) => show({ from: day, to: day })} />}
      {data.trips.counted > 0 && <GroupTables groups={data.groups} onShow={show} />}
    </div>
  )
}

function Notes({ data }: { readonly data: JournalStatistics }) {
  const { trips, luck, drawdown, zone } = data
  return (
    <div className="statistics-notes num">
      <p>
        {`${trips.counted.toLocaleString('en-US')} closed ${trips.counted === 1 ? 'trade' : 'trades'}, ${trips.open.toLocaleString('en-US')} open. R for ${trips.with_risk.toLocaleString('en-US')} of ${trips.counted.toLocaleString('en-US')}. `}
        {originWords(trips)} {leftOutWords(trips.left_out)} {`Days, hours and weekdays in ${zone}.`}
      </p>
      {luck !== null && <p title={luck.formula}>{pValueWords(luck)}</p>}
      {drawdown !== null && <p>{drawdownWords(drawdown)}</p>}
    </div>
  )
}

function Pictures({ data, onDay }: { readonly data: JournalStatistics; readonly onDay: (day: string) => void }) {
  const equity = data.equity.map(([at, net]) => ({ at, value: microOf(net) ?? 0 }))
  const depths = data.equity.flatMap(([at, , depth]) => (depth === null ? [] : [{ at, value: depth }]))
  const last = equity.at(-1)
  return (
    <div className="statistics-pictures">
      <Panel title="Equity">
        <div className="statistics-body">
          <CurveChart
            title="Net result so far, USDC"
            points={equity}
            format={microText}
            summary={`It ends at ${microText(last?.value ?? 0)} USDC.`}
          />
          {depths.length > 0 ? (
            <CurveChart
              title="Drawdown"
              points={depths}
              isDepth
              format={(depth) => percentText(depth * 100)}
              summary={`The deepest is ${percentText(Math.min(...depths.map(({ value }) => value)) * 100)}.`}
            />
          ) : (
            <p className="text-12 text-ink-2">Drawdown needs the capital of the account, which imported files do not tell.</p>
          )}
        </div>
      </Panel>
      <Panel title="Calendar">
        <div className="statistics-body">
          <CalendarMap days={data.calendar} zone={data.zone} onDay={onDay} />
        </div>
      </Panel>
      <Panel title="Risk">
        <div className="statistics-body">
          <RiskHistogram width={data.r_histogram.width} bins={data.r_histogram.bins} n={data.trips.with_risk} of={data.trips.counted} />
        </div>
      </Panel>
      <Panel title="Excursions">
        <div className="statistics-body">
          <ExcursionScatter excursions={data.excursions} />
        </div>
      </Panel>
    </div>
  )
}
