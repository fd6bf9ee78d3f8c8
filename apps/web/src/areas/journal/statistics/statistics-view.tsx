import { MINUS } from '@aerie/core/numbers/decimal-figure'
import { percentText } from '@aerie/core/numbers/number-text'
import { IMPORT_CAPITAL_NEEDED, type JOURNAL_GROUPINGS, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { FigureCell, TableHead } from '../../../ui/table.tsx'
import { dayEndText, microOf, microText } from '../figure-text.ts'
import type { JournalFilter } from '../journal-filter.ts'
import { serverQuery } from '../server-query.ts'
import type { Address } from '../use-address.ts'
import { useStatistics } from '../use-journal.ts'
import { AccountChoice, useChosenAccount } from './account-choice.tsx'
import { CapitalField } from './capital-field.tsx'
import { Computing, LoadingAccounts } from './computing.tsx'
import { headlineOf, pValueText } from './figure-text.ts'
import { FigureTiles } from './figure-tiles.tsx'
import '../charts/charts.css'
import { signedAmount, toneOf } from '../../../platform/format/figures.ts'
import { Explain, Formula } from '../../../ui/overlays/explain.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { CalendarMap } from '../charts/calendar-map.tsx'
import { CurveChart } from '../charts/curve-chart.tsx'
import { ExcursionScatter } from '../charts/excursion-scatter.tsx'
import { TableScroll } from '../table/table-scroll.tsx'

export function StatisticsView({ address }: { readonly address: Address }) {
  const chosen = useChosenAccount(address)
  const { query, leftOut } = serverQuery(address.filter, address.capital, chosen.account)
  const asked = useStatistics(query, chosen.isKnown)
  if (!chosen.isKnown) return <LoadingAccounts />
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <AccountChoice {...chosen} setAccount={address.setAccount} />
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
          {/* Panels have 2 to 24 rows: columns fill from the top, so that no gap remains under a short one. */}
          {data.trips.counted > 0 && (
            <div className="columns-[520px] gap-x-3 *:mb-3 *:break-inside-avoid">
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
    <div className="num flex flex-col gap-0.5 text-12 text-ink-2">
      <p>
        {`${trips.counted.toLocaleString('en-US')} closed ${trips.counted === 1 ? 'trade' : 'trades'}, ${trips.open.toLocaleString('en-US')} open. R is known for ${trips.with_risk.toLocaleString('en-US')} of ${trips.counted.toLocaleString('en-US')}. `}
        {originText(trips)} {leftOutText(trips.left_out)} {`Days, hours and weekdays in ${zone}.`}
      </p>
      {luck !== null && <p title={luck.formula}>{pValueText(luck, figures.payoff.value)}</p>}
      {drawdown !== null && <p>{drawdownText(drawdown)}</p>}
    </div>
  )
}

type Trips = JournalStatistics['trips']

const REASONS: Readonly<Record<Trips['left_out'][number]['reason'], string>> = {
  fee_coin: 'with a fee in a coin without a price',
  not_told: 'without a result in the file',
  account_reset: 'ended by a reset of their account',
  other_currency: 'in another currency',
}

const leftOutText = (leftOut: Trips['left_out']): string =>
  leftOut.length === 0
    ? ''
    : `Not counted: ${leftOut.map(({ reason, trips }) => `${trips.toLocaleString('en-US')} ${REASONS[reason]}`).join(', ')}.`

function originText({ simulated, replayed, counted }: Pick<Trips, 'simulated' | 'replayed' | 'counted'>): string {
  const all = (count: number, text: string): string => `${count === counted ? 'All' : count.toLocaleString('en-US')} ${text}.`
  return [
    ...(simulated > 0 ? [all(simulated, 'on the simulated market, not at real prices')] : []),
    ...(replayed > 0 ? [all(replayed, 'on a replayed market')] : []),
  ].join(' ')
}

/** The series has one value per UTC day end, so its times are not trade times. */
export function drawdownText({ depth, peak_at_ms, trough_at_ms, recovered_at_ms }: NonNullable<JournalStatistics['drawdown']>): string {
  const recovered = recovered_at_ms === null ? 'not recovered yet' : `recovered on ${dayEndText(recovered_at_ms)}`
  return `Deepest drawdown ${percentText(depth * 100)}, at the ends of days in UTC: from ${dayEndText(peak_at_ms)} to ${dayEndText(trough_at_ms)}, ${recovered}.`
}

const noDrawdown = (reason = IMPORT_CAPITAL_NEEDED): string =>
  reason === IMPORT_CAPITAL_NEEDED
    ? 'Drawdown needs the starting capital, which files do not state. Enter it above.'
    : `No drawdown: ${reason}.`

type PartProps = { readonly title: string; readonly children: ReactNode }

const Part = ({ title, children }: PartProps) => (
  <Panel title={title}>
    <div className="flex min-w-0 flex-col gap-2 px-3 pt-2 pb-3">{children}</div>
  </Panel>
)

function ReportPictures({ data, onDay }: { readonly data: JournalStatistics; readonly onDay: (day: string) => void }) {
  const equity = data.equity.map(([at, net]) => ({ at, value: microOf(net) ?? 0 }))
  const depths = data.equity.flatMap(([at, , depth]) => (depth === null ? [] : [{ at, value: depth }]))
  const last = equity.at(-1)
  return (
    <>
      <Part title="Equity">
        <CurveChart
          title="Net result so far, USDC"
          points={equity}
          format={microText}
          summary={`It ends at ${microText(last?.value ?? 0)} USDC.`}
        />
        {data.figures.max_drawdown.reason === undefined && depths.length > 0 ? (
          <CurveChart
            title="Drawdown"
            points={depths}
            isDepth
            format={(depth) => percentText(depth * 100)}
            summary={`Max drawdown ${percentText(Math.min(...depths.map(({ value }) => value)) * 100)}.`}
          />
        ) : (
          <p className="text-12 text-ink-2">{noDrawdown(data.figures.max_drawdown.reason)}</p>
        )}
      </Part>
      <Part title="Calendar">
        <CalendarMap days={data.calendar} zone={data.zone} onDay={onDay} />
      </Part>
      <Part title="Risk">
        <RiskHistogram width={data.r_histogram.width} bins={data.r_histogram.bins} n={data.trips.with_risk} of={data.trips.counted} />
      </Part>
      <Part title="Excursions">
        <ExcursionScatter excursions={data.excursions} />
        <EarlierStops stops={data.earlier_stops} />
      </Part>
    </>
  )
}

type Groups = JournalStatistics['groups'][number]
type GroupTablesProps = { readonly groups: readonly Groups[]; readonly onShow: (part: Partial<JournalFilter>) => void }

const GroupTables = ({ groups, onShow }: GroupTablesProps) =>
  groups
    .filter(({ rows }) => rows.length > 0)
    .map((group) => (
      <Part key={group.by} title={groupTitle(group.by)}>
        <Warning group={group} />
        <GroupTable group={group} onShow={onShow} />
      </Part>
    ))

/** Multiple-comparison warning: of twenty groups, one looks special by chance. */
const Warning = ({ group: { comparisons, expected_by_chance } }: { readonly group: Groups }) =>
  comparisons < 2 ? null : (
    <p className="num text-12 text-warning">{`${comparisons} groups compared. About ${expected_by_chance.toFixed(1)} would stand out by chance alone.`}</p>
  )

const GroupTable = ({ group: { by, rows }, onShow }: { readonly group: Groups; readonly onShow: GroupTablesProps['onShow'] }) => (
  <TableScroll>
    <table className="trip-table num" aria-label={groupTitle(by)}>
      <TableHead titles={[groupTitle(by), 'Trades', 'Net', 'Win rate', 'Expectancy']} />
      <tbody>
        {rows.map(({ key, trades, net, win_rate, expectancy }) => {
          const part = partOf(by, key)
          return (
            <tr key={key}>
              <th scope="row">
                {part === null ? (
                  groupText(by, key)
                ) : (
                  <button
                    type="button"
                    className="inline-flex min-h-6 min-w-6 items-center underline underline-offset-2"
                    onClick={() => onShow(part)}
                  >
                    {groupText(by, key)}
                  </button>
                )}
              </th>
              <FigureCell>{trades.toLocaleString('en-US')}</FigureCell>
              <FigureCell data-tone={toneOf(net)} title={net}>
                {signedAmount(net)}
              </FigureCell>
              <GroupFigure headline={headlineOf('win_rate', win_rate)} />
              <GroupFigure headline={headlineOf('expectancy', expectancy)} />
            </tr>
          )
        })}
      </tbody>
    </table>
  </TableScroll>
)

const GroupFigure = ({ headline: { text, beside } }: { readonly headline: ReturnType<typeof headlineOf> }) => (
  <td>
    <span className="block">{text}</span>
    <span className="block text-11 text-ink-3">{beside}</span>
  </td>
)

type Grouping = (typeof JOURNAL_GROUPINGS)[number]

const TITLES: Readonly<Record<Grouping, string>> = {
  symbol: 'Coin',
  side: 'Side',
  tag: 'Tag',
  hour: 'Hour of opening',
  weekday: 'Weekday of opening',
}
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const groupTitle = (by: Grouping): string => TITLES[by]

function groupText(by: Grouping, key: string): string {
  if (by === 'weekday') return WEEKDAYS[Number(key) - 1] ?? key
  if (by === 'hour') return `${key.padStart(2, '0')}:00`
  return by === 'tag' && key === '' ? 'without a tag' : key
}

/** Filter that selects the group's trades; null if there is none. */
function partOf(by: Grouping, key: string): Partial<JournalFilter> | null {
  switch (by) {
    case 'symbol':
      return { symbols: [key] }
    case 'side':
      return key === 'long' || key === 'short' ? { side: key } : null
    case 'tag':
      return key === '' ? null : { tags: [key] }
    case 'hour':
      return { hours: [Number(key)] }
    case 'weekday':
      return { weekdays: [Number(key)] }
  }
}

type Stops = JournalStatistics['earlier_stops']

export function EarlierStops({ stops }: { readonly stops: Stops }) {
  const { n, median_mae, reason, rows } = stops
  return (
    <section className="flex flex-col gap-1" aria-label="With another stop">
      <div className="flex items-center justify-between gap-1">
        <span className="font-medium text-13 text-ink-1">With another stop</span>
        <About formula={rows[0]?.change.formula} />
      </div>
      {reason === null && median_mae !== null ? (
        <>
          <StopsTable stops={stops} />
          <p className="num text-12 text-ink-2">{`${n.toLocaleString('en-US')} trades with a measured MAE, median ${percent(median_mae)}. The distances come from these same trades: they describe them and promise nothing.`}</p>
        </>
      ) : (
        <p className="text-12 text-ink-2">{otherStopsNotKnown(reason ?? 'not known')}</p>
      )}
    </section>
  )
}

const StopsTable = ({ stops: { net, rows } }: { readonly stops: Stops }) => (
  <TableScroll>
    <table className="trip-table num" aria-label="With another stop">
      <TableHead titles={['Stop at', 'Stopped', 'Net', 'Change per trade']} />
      <tbody>
        <tr>
          <th scope="row">As traded</th>
          <td />
          <Net net={net} />
          <td />
        </tr>
        {rows.map((row) => (
          <StopRow key={row.multiple} row={row} />
        ))}
      </tbody>
    </table>
  </TableScroll>
)

function StopRow({ row: { multiple, distance, stopped, stopped_winners, net, change } }: { readonly row: Stops['rows'][number] }) {
  const { text, beside } = headlineOf('expectancy', change)
  return (
    <tr>
      <th scope="row">{`${multiple} × median, ${percent(-distance)}`}</th>
      <td>
        <span className="block">{stopped.toLocaleString('en-US')}</span>
        <span className="block text-11 text-ink-3">{`${stopped_winners.toLocaleString('en-US')} of them won`}</span>
      </td>
      <Net net={net} />
      <td>
        <span className="block">{text}</span>
        <span className="block text-11 text-ink-3">{beside}</span>
      </td>
    </tr>
  )
}

const Net = ({ net }: { readonly net: string }) => (
  <FigureCell data-tone={toneOf(net)} title={net}>
    {signedAmount(net)}
  </FigureCell>
)

const About = ({ formula }: { readonly formula: string | undefined }) => (
  <Explain title="With another stop">
    {formula !== undefined && <Formula>{formula}</Formula>}
    <p>
      What these trades would have come to with a stop at a multiple of their median MAE. A trade that was added to or partly closed counts
      with its whole size, so its loss is overstated rather than understated. Where MAE is a range, its smaller end counts: the stop would
      have closed at least as many.
    </p>
  </Explain>
)

/** Up to four decimals: a scalper's excursions are hundredths of a percent. */
const percent = (part: number): string => `${Number((part * 100).toPrecision(3))}%`.replace('-', MINUS)

const otherStopsNotKnown = (reason: string) => `n/a: ${reason}.`

type Bin = { readonly from: number; readonly trips: number }
type RiskHistogramProps = { readonly bins: readonly Bin[]; readonly width: number; readonly n: number; readonly of: number }

/** With more bins than this, only whole multiples get a label. */
const FEW_BINS = 8

function RiskHistogram({ bins, width, n, of }: RiskHistogramProps) {
  const most = Math.max(1, ...bins.map(({ trips }) => trips))
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <figcaption className="flex min-h-6 flex-wrap items-center justify-between gap-x-3">
        <span className="font-medium text-13 text-ink-1">Results in R</span>
        <span className="num text-12 text-ink-2">{`R for ${n.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} trades`}</span>
      </figcaption>
      {bins.length === 0 ? (
        <p className="text-12 text-ink-2">No R: no trade had a stop at entry.</p>
      ) : (
        // Count and label take 16 px each: the longest bar ends where the others can.
        <div className="flex h-[148px] gap-0.5" role="img" aria-label={histogramText(bins, width)}>
          {bins.map(({ from, trips }) => (
            <span
              key={from}
              className="flex min-w-0 max-w-[72px] flex-1 flex-col justify-end text-center"
              title={`${rangeText(from, width)}: ${trips}`}
            >
              <span translate="no" className="num overflow-hidden text-11 text-ink-2">
                {trips > 0 ? trips : ''}
              </span>
              <span
                className={cx('min-h-px flex-none forced-color-adjust-none', from < 0 ? 'bg-down' : 'bg-up')}
                style={{ height: `calc(${trips / most} * (100% - 32px))` }}
              />
              <span translate="no" className="num h-4 overflow-hidden text-11 text-ink-3">
                {bins.length <= FEW_BINS || Number.isInteger(from) ? plain(from) : ''}
              </span>
            </span>
          ))}
        </div>
      )}
    </figure>
  )
}

const rangeText = (from: number, width: number): string => `${plain(from)} to ${plain(from + width)}R`
const plain = (value: number): string => String(Math.round(value * 100) / 100).replace('-', MINUS)

const histogramText = (bins: readonly Bin[], width: number): string =>
  `Histogram of results in R. ${bins.flatMap(({ from, trips }) => (trips === 0 ? [] : [`${rangeText(from, width)}: ${trips}`])).join(', ')}.`
