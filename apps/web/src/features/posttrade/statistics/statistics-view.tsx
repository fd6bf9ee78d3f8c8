import '../charts/charts.css'
import { percentText } from '@aerie/core/numbers/short-number-text'
import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
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
import * as WORDS from './statistics-words.ts'

/** The figures of the trades that pass, each with its formula, its inputs, n and interval. */
export function StatisticsView({ address }: { readonly address: Address }) {
  const { filter, setFilter, setView } = address
  const { query, leftOut } = serverQuery(filter)
  const { data, error, isFetching, refetch } = useStatistics(query)
  if (data === undefined && error === null) {
    return (
      <div role="status" aria-label={WORDS.loadingTheStatistics} className="flex flex-col gap-3 p-3">
        <SkeletonRows count={4} className="h-16 w-full" />
      </div>
    )
  }
  if (data === undefined) {
    return (
      <ErrorState title={WORDS.statisticsFailed} busy={isFetching} onRetry={() => void refetch()}>
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
        <p role="status" className="text-12 text-warning">
          {WORDS.filterIgnored(leftOut.join(', '))}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-12 text-warning">
          {WORDS.statisticsNotUpdated(errorText(error))}
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            {WORDS.tryAgain}
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
        {originWords(trips)} {leftOutWords(trips.left_out)} {WORDS.zoneNote(zone)}
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
      <Panel title={WORDS.equity}>
        <div className="statistics-body">
          <CurveChart title={WORDS.netResultSoFar} points={equity} format={microText} summary={WORDS.endsAt(microText(last?.value ?? 0))} />
          {depths.length > 0 ? (
            <CurveChart
              title={WORDS.drawdown}
              points={depths}
              isDepth
              format={(depth) => percentText(depth * 100)}
              summary={WORDS.maxDrawdown(percentText(Math.min(...depths.map(({ value }) => value)) * 100))}
            />
          ) : (
            <p className="text-12 text-ink-2">{WORDS.drawdownNotKnown}</p>
          )}
        </div>
      </Panel>
      <Panel title={WORDS.calendar}>
        <div className="statistics-body">
          <CalendarMap days={data.calendar} zone={data.zone} onDay={onDay} />
        </div>
      </Panel>
      <Panel title={WORDS.risk}>
        <div className="statistics-body">
          <RiskHistogram width={data.r_histogram.width} bins={data.r_histogram.bins} n={data.trips.with_risk} of={data.trips.counted} />
        </div>
      </Panel>
      <Panel title={WORDS.excursions}>
        <div className="statistics-body">
          <ExcursionScatter excursions={data.excursions} />
        </div>
      </Panel>
    </div>
  )
}
