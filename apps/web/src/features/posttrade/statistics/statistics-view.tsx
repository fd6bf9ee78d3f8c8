import type { JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { QueryView } from '../../../ui/states/query-view.tsx'
import type { JournalFilter } from '../journal-filter.ts'
import { serverQuery } from '../server-query.ts'
import type { Address } from '../use-address.ts'
import { useStatistics } from '../use-journal.ts'
import { CapitalField } from './capital-field.tsx'
import { Computing } from './computing.tsx'
import { pValueWords } from './figure-text.ts'
import { FigureTiles } from './figure-tiles.tsx'
import { GroupTables } from './group-tables.tsx'
import { ReportPictures } from './report-pictures.tsx'
import { drawdownWords, leftOutWords, originWords } from './statistics-notes.ts'

/** The figures of the trades that pass, each with its formula, its inputs, n and interval. */
export function StatisticsView({ address }: { readonly address: Address }) {
  const { query, leftOut } = serverQuery(address.filter, address.capital)
  const asked = useStatistics(query)
  return (
    <div className="statistics">
      <CapitalField address={address} of={asked.data === undefined ? [] : [asked.data]} />
      <Report asked={asked} leftOut={leftOut} address={address} />
    </div>
  )
}

type ReportProps = {
  readonly asked: Pick<ReturnType<typeof useStatistics>, 'data' | 'error' | 'isFetching' | 'refetch'>
  readonly leftOut: readonly string[]
  readonly address: Address
}

function Report({ asked, leftOut, address }: ReportProps) {
  const { filter, setFilter, setView } = address
  const show = (part: Partial<JournalFilter>) => {
    setFilter({ ...filter, ...part })
    setView('trades')
  }
  return (
    <QueryView
      query={asked}
      loading="Loading the statistics"
      skeleton={<Computing rows={4} rowClassName="h-16 w-full" />}
      failed="The statistics could not be loaded"
      stale="The statistics could not be updated. These are the last known figures."
    >
      {(data) => (
        <>
          {leftOut.length > 0 && (
            <p role="status" className="text-12 text-warning">
              {`These figures ignore the filter by ${leftOut.join(', ')} and apply the rest.`}
            </p>
          )}
          <Notes data={data} />
          <FigureTiles figures={data.figures} />
          {data.trips.counted > 0 && (
            <div className="statistics-panels">
              <ReportPictures data={data} onDay={(day) => show({ from: day, to: day })} />
              <GroupTables groups={data.groups} onShow={show} />
            </div>
          )}
        </>
      )}
    </QueryView>
  )
}

function Notes({ data }: { readonly data: JournalStatistics }) {
  const { trips, luck, drawdown, zone, figures } = data
  return (
    <div className="statistics-notes num">
      <p>
        {`${trips.counted.toLocaleString('en-US')} closed ${trips.counted === 1 ? 'trade' : 'trades'}, ${trips.open.toLocaleString('en-US')} open. R for ${trips.with_risk.toLocaleString('en-US')} of ${trips.counted.toLocaleString('en-US')}. `}
        {originWords(trips)} {leftOutWords(trips.left_out)} {`Days, hours and weekdays in ${zone}.`}
      </p>
      {luck !== null && <p title={luck.formula}>{pValueWords(luck, figures.payoff.value)}</p>}
      {drawdown !== null && <p>{drawdownWords(drawdown)}</p>}
    </div>
  )
}
