import { JOURNAL_FIGURES, type JournalStatistic, type JournalStatistics } from '@aerie/wire/journal/journal-statistics'
import { useState } from 'react'
import { DASH, signedAmount } from '../../../platform/format/figures.ts'
import { cx } from '../../../ui/cx.ts'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { FigureCell } from '../../../ui/table.tsx'
import { dayText } from '../figure-text.ts'
import { filterStyle } from '../filters/filter-bar.tsx'
import { type DayText, dayOf, dayTextOf } from '../journal-filter.ts'
import { serverQuery } from '../server-query.ts'
import { AccountChoice, useChosenAccount } from '../statistics/account-choice.tsx'
import { CapitalField } from '../statistics/capital-field.tsx'
import { Computing, LoadingAccounts } from '../statistics/computing.tsx'
import { FIGURE_TEXT, headlineOf } from '../statistics/figure-text.ts'
import { FigureAbout } from '../statistics/figure-tiles.tsx'
import { TableScroll } from '../table/table-scroll.tsx'
import type { Address } from '../use-address.ts'
import { useStatistics } from '../use-journal.ts'

export function CompareView({ address }: { readonly address: Address }) {
  const { params, setParam, filter, capital } = address
  const [now] = useState(() => Date.now())
  const [first, second] = firstPeriods(now)
  const [a, b] = [parsePeriod(params.get('a')) ?? first, parsePeriod(params.get('b')) ?? second]
  const chosen = useChosenAccount(address)
  const ofPeriod = ({ from, to }: Period) => serverQuery({ ...filter, from, to }, capital, chosen.account).query
  const [left, right] = [useStatistics(ofPeriod(a), chosen.isKnown), useStatistics(ofPeriod(b), chosen.isKnown)]
  const query = {
    data: left.data && right.data && { a: left.data, b: right.data },
    error: left.error ?? right.error,
    isFetching: left.isFetching || right.isFetching,
    refetch: () => Promise.all([left.refetch(), right.refetch()]),
  }
  const { leftOut } = serverQuery(filter, capital, chosen.account)
  if (!chosen.isKnown) return <LoadingAccounts />
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <PeriodFields name="First period" period={a} onChange={(period) => setParam('a', printPeriod(period))} />
        <PeriodFields name="Second period" period={b} onChange={(period) => setParam('b', printPeriod(period))} />
      </div>
      <AccountChoice {...chosen} setAccount={address.setAccount} />
      <CapitalField address={address} of={query.data === undefined ? [] : [query.data.a, query.data.b]} />
      {leftOut.length > 0 && <p className="text-12 text-warning">{`These figures ignore the filter by ${leftOut.join(', ')}.`}</p>}
      <QueryView
        query={query}
        skeleton={<Computing rows={10} rowClassName="h-5 w-full" />}
        failed="The statistics could not be loaded"
        stale="The statistics could not be updated. These are the last known figures."
      >
        {(data) => <Compared {...data} periods={[a, b]} />}
      </QueryView>
    </div>
  )
}

type PeriodFieldsProps = { readonly name: string; readonly period: Period; readonly onChange: (period: Period) => void }

const PeriodFields = ({ name, period: { from, to }, onChange }: PeriodFieldsProps) => (
  <fieldset className="inline-flex items-center gap-1">
    <legend className="sr-only">{name}</legend>
    <span aria-hidden="true" className="text-12 text-ink-2">
      {name}
    </span>
    <input
      type="date"
      aria-label={`${name} from`}
      className={cx(filterStyle, 'num')}
      value={from}
      max={to}
      onChange={({ target }) => target.value !== '' && target.value <= to && onChange({ from: target.value, to })}
    />
    <input
      type="date"
      aria-label={`${name} to`}
      className={cx(filterStyle, 'num')}
      value={to}
      min={from}
      onChange={({ target }) => target.value !== '' && target.value >= from && onChange({ from, to: target.value })}
    />
  </fieldset>
)

type ComparedProps = { readonly a: JournalStatistics; readonly b: JournalStatistics; readonly periods: readonly [Period, Period] }

const TOTALS: ReadonlyArray<readonly [title: string, textOf: (of: JournalStatistics) => string]> = [
  ['Trades', ({ trips }) => trips.counted.toLocaleString('en-US')],
  ['On simulated prices', ({ trips }) => trips.simulated.toLocaleString('en-US')],
  ['On replayed prices', ({ trips }) => trips.replayed.toLocaleString('en-US')],
  ['Net, USDC', ({ totals }) => signedAmount(totals.net)],
]

const Compared = ({ a, b, periods: [first, second] }: ComparedProps) => (
  <TableScroll>
    <table className="trip-table compare-table num" aria-label="Two periods compared">
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">{periodText(first)}</th>
          <th scope="col">{periodText(second)}</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {TOTALS.map(([title, textOf]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <FigureCell>{textOf(a)}</FigureCell>
            <FigureCell>{textOf(b)}</FigureCell>
            <td />
          </tr>
        ))}
        {JOURNAL_FIGURES.map((name) => (
          <tr key={name}>
            <th scope="row">{FIGURE_TEXT[name].title}</th>
            <Compare name={name} statistic={a.figures[name]} />
            <Compare name={name} statistic={b.figures[name]} />
            <td className="text-12 text-ink-2">{differenceText(a.figures[name], b.figures[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableScroll>
)

type CompareProps = Parameters<typeof FigureAbout>[0]

function Compare({ name, statistic }: CompareProps) {
  const { text, beside } = headlineOf(name, statistic)
  return (
    <td>
      <div className="flex flex-wrap items-center justify-end gap-x-1">
        <span className="whitespace-nowrap">{text}</span>
        <FigureAbout name={name} statistic={statistic} />
      </div>
      <span className="block text-11 text-ink-3">{beside}</span>
    </td>
  )
}

/** Both days inclusive. */
type Period = { readonly from: DayText; readonly to: DayText }

/** E.g. `2026-10-01..2026-10-31`; null if invalid or reversed. */
export function parsePeriod(text: string | null): Period | null {
  const [from = null, to = null, ...rest] = (text ?? '').split('..').map((day) => dayOf(day))
  return from === null || to === null || rest.length > 0 || to < from ? null : { from, to }
}

const periodText = ({ from, to }: Period): string => `${dayText(from)} to ${dayText(to)}`

const printPeriod = ({ from, to }: Period): string => `${from}..${to}`

/** The month to date and the previous month. */
function firstPeriods(now: number): readonly [before: Period, present: Period] {
  const today = new Date(now)
  const [year, month] = [today.getFullYear(), today.getMonth()]
  const day = (date: Date) => dayTextOf(date.getTime())
  return [
    { from: day(new Date(year, month - 1, 1)), to: day(new Date(year, month, 0)) },
    { from: day(new Date(year, month, 1)), to: day(today) },
  ]
}

/** Whether a difference is significant. Overlapping intervals do not prove equality. */
export function differenceText(a: JournalStatistic, b: JournalStatistic): string {
  if (a.value === null || b.value === null) return DASH
  if (a.interval === undefined || b.interval === undefined) return 'no interval to compare'
  return a.interval[1] < b.interval[0] || b.interval[1] < a.interval[0] ? 'intervals do not overlap' : 'intervals overlap: may be chance'
}
