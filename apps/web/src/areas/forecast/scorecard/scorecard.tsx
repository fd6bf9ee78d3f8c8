import { FigureCell } from '../../../ui/table.tsx'
import './scorecard.css'
import {
  FORECAST_STATES,
  type ForecastEntry,
  type ForecastHistory,
  type ForecastSeries,
  type ForecastState,
  NOW_HOURS,
} from '@aerie/wire/market/forecasts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { queryClient } from '../../../platform/api/query-client.ts'
import { hoursText, priceText, SOURCE_NAMES, secondText } from '../../../platform/format/market-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Explain } from '../../../ui/overlays/explain.tsx'
import { ScrollSection } from '../../../ui/panel.tsx'
import { ErrorText } from '../../../ui/states/error-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { HorizonChoice } from '../horizon-choice.tsx'
import { Explanation } from './explanations.tsx'
import { ScorecardFigures } from './scorecard-figures.tsx'
import {
  chainExportPath,
  chainQuery,
  ENTRIES_A_PAGE,
  EXPORT_FORMATS,
  ExportLink,
  exportPath,
  historyQuery,
  type ListPage,
  type RecordKey,
  scorecardQuery,
} from './scorecard-query.tsx'
import { scoreText } from './scorecard-text.ts'

type ScorecardProps = { readonly symbol: string; readonly hours: number; readonly onHoursChange: (hours: number) => void }

export function Scorecard({ symbol, hours, onHoursChange }: ScorecardProps) {
  const [series, setSeries] = useSeries()
  const isRecorded = series === 'hourly' || NOW_HOURS.some((each) => each === hours)
  return (
    <section id="scorecard" aria-labelledby="scorecard-title" className="flex flex-col gap-3 border-line border-t px-3 pt-5 pb-8 md:px-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="scorecard-title" className="font-semibold text-18">
          Scorecard <span aria-hidden="true">·</span> {symbol}, {`${hoursText(hours)} ahead`}
        </h2>
        <SeriesChoice series={series} onChange={setSeries} />
        <HorizonChoice hours={hours} onChange={onHoursChange} withAll={series === 'hourly'} className="sm:ml-auto" />
      </header>
      {series === 'now' && <p className="text-13 text-ink-2">{aboutNow(hours, isRecorded)}</p>}
      {isRecorded && <Recorded symbol={symbol} hours={hours} series={series} />}
    </section>
  )
}

const aboutNow = (hours: number, isRecorded: boolean): string =>
  isRecorded
    ? `Made every five minutes from the price then, these overlap heavily: a day holds ${hours === 24 ? '1 independent outcome' : `${24 / hours} independent outcomes`} over ${hoursText(hours)}, not 288. Their record is never mixed with the hourly one.`
    : `Forecasts from now are recorded and scored over 1, 6, 12 and 24 hours, not over ${hoursText(hours)}.`

function Recorded(record: RecordKey) {
  const { symbol, hours, series } = record
  const query = useQuery(scorecardQuery(symbol, hours, series), queryClient)
  return (
    <>
      <QueryView
        query={query}
        skeleton={<FiguresSkeleton symbol={symbol} />}
        failed={`The scorecard of ${symbol} could not be loaded`}
        stale="These figures are out of date:"
      >
        {(card) => <ScorecardFigures card={card} />}
      </QueryView>
      <ChainLine series={series} />
      <ForecastList record={record} />
    </>
  )
}

const SERIES: readonly { readonly series: ForecastSeries; readonly label: string }[] = [
  { series: 'hourly', label: 'Every hour' },
  { series: 'now', label: 'From now' },
]

type SeriesChoiceProps = { readonly series: ForecastSeries; readonly onChange: (series: ForecastSeries) => void }

const SeriesChoice = ({ series, onChange }: SeriesChoiceProps) => (
  <fieldset className="flex items-center gap-1">
    <legend className="sr-only">Record</legend>
    {SERIES.map((each) => (
      <button
        key={each.series}
        type="button"
        aria-pressed={series === each.series}
        onClick={() => onChange(each.series)}
        className={choiceClass(series === each.series)}
      >
        {each.label}
      </button>
    ))}
  </fieldset>
)

/** The record in the URL (`?series=now`) and its setter. The hourly one is omitted. */
function useSeries(): readonly [series: ForecastSeries, setSeries: (series: ForecastSeries) => void] {
  const [params, setParams] = useSearchParams()
  const setSeries = (series: ForecastSeries) =>
    setParams(
      (now) => {
        // A page of single forecasts is valid only for its record.
        for (const name of ['before', 'after', 'series']) now.delete(name)
        if (series === 'now') now.set('series', series)
        return now
      },
      { replace: true, flushSync: true },
    )
  return [params.get('series') === 'now' ? 'now' : 'hourly', setSeries]
}

const FiguresSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the scorecard of ${symbol}`} className="flex flex-col gap-3">
    <Skeleton className="h-5 w-80 max-w-full" />
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-4">
      {[0, 1].map((each) => (
        <Skeleton key={each} className="h-52 w-full" />
      ))}
    </div>
  </div>
)

function ChainLine({ series }: Pick<RecordKey, 'series'>) {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(chainQuery(series), queryClient)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-2">
      <div className="flex items-center">
        Hash chain
        <Explain title="Hash chain">
          <Explanation of="chain" />
        </Explain>
      </div>
      <output aria-live="polite">
        {data !== undefined && <ChainResult {...data} verifiedAt={dataUpdatedAt} />}
        {data === undefined && error === null && 'verifying…'}
        {error !== null && (
          <span className="text-warning">
            {data !== undefined && ' · as verified before; it could not be verified again.'} <ErrorText error={error} />
          </span>
        )}
      </output>
      <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
        Verify again
      </Button>
      <span className="flex items-center gap-2">
        Export:
        {EXPORT_FORMATS.map((format) => (
          <ExportLink key={format} href={chainExportPath(series, format)} format={format} name={fileName(series)} />
        ))}
      </span>
    </div>
  )
}

type ChainResultProps = {
  readonly intact: boolean
  readonly length: number
  readonly head: string
  readonly broken_at: number | null
  /** Unix time in ms. */
  readonly verifiedAt: number
}

function ChainResult({ intact, length, head, broken_at, verifiedAt }: ChainResultProps) {
  const count = length.toLocaleString('en-US')
  if (!intact) {
    return (
      <strong className="text-danger">{broken(broken_at === null ? '' : ` at number ${broken_at.toLocaleString('en-US')}`, count)}</strong>
    )
  }
  return (
    <>
      <span className="font-medium text-success">✓ intact</span>
      {`, ${count} forecasts`}
      {head !== '' && (
        <>
          , head{' '}
          <code title={head} className="font-mono">
            {head.slice(0, 12)}…
          </code>
        </>
      )}
      {`, verified at ${secondText(verifiedAt)}`}
    </>
  )
}

const broken = (at: string, count: string) => `✗ broken${at} of ${count}: the record has been changed.`

const fileName = (series: ForecastSeries): string => (series === 'now' ? 'aerie-forecasts-from-now' : 'aerie-forecasts')

function ForecastList({ record }: { readonly record: RecordKey }) {
  const [params] = useSearchParams()
  const page = parsePage(params)
  const query = useQuery(historyQuery(record, page), queryClient)
  const { data, isPlaceholderData } = query
  return (
    <section aria-labelledby="single-forecasts" className="rounded-md border border-line bg-surface-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
        <h3 id="single-forecasts" className="font-semibold text-13">
          All forecasts
        </h3>
        <StateFilter chosen={page.state} counts={data?.counts} />
        <Exports {...record} />
      </div>
      <QueryView
        query={query}
        skeleton={<Entries entries={undefined} empty={emptyText(record.series, page.state)} isOld={false} />}
        failed="The forecasts could not be loaded"
        errorClassName="px-3 py-2"
      >
        {({ entries }) => <Entries entries={entries} empty={emptyText(record.series, page.state)} isOld={isPlaceholderData} />}
      </QueryView>
      <Pages isNewest={page.before === null && page.after === null} older={data?.next_before ?? null} newer={data?.next_after ?? null} />
    </section>
  )
}

type EntriesProps = {
  readonly entries: readonly ForecastEntry[] | undefined
  /** Text where there are none. */
  readonly empty: string
  readonly isOld: boolean
}

const Entries = ({ entries, empty, isOld }: EntriesProps) => (
  <ScrollSection aria-label="All forecasts, newest first" className={cx('scroll-sideways', isOld && 'opacity-80')}>
    <table className="num w-full whitespace-nowrap text-right text-13" aria-busy={entries === undefined}>
      <ForecastHeads />
      <tbody>
        {entries === undefined && <PlaceholderRows />}
        {entries?.map((entry) => (
          <ForecastRow key={entry.seq} entry={entry} />
        ))}
        {entries?.length === 0 && (
          <tr>
            <td colSpan={HEADS.length} className="px-3 py-8 text-left text-ink-2">
              {/* Centred in the visible part: the table is wider than a phone. */}
              <p className="sticky left-3 w-[min(100%,calc(100dvw-4rem))] whitespace-normal text-center">{empty}</p>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </ScrollSection>
)

const PlaceholderRows = () =>
  Array.from({ length: ENTRIES_A_PAGE / 3 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <tr key={row} className="h-(--row) border-line border-b">
      {HEADS.map(({ title, className }) => (
        <td key={title} className={cx('px-3', className)}>
          <Skeleton className="ml-auto h-3 w-14" />
        </td>
      ))}
    </tr>
  ))

type PagesProps = { readonly isNewest: boolean; readonly older: number | null; readonly newer: number | null }

function Pages({ isNewest, older, newer }: PagesProps) {
  const [, setParams] = useSearchParams()
  const turnTo = (side: 'before' | 'after', at: number | null) => setParams((params) => withPage(params, side, at))
  return (
    <nav aria-label="Pages of forecasts" className="flex justify-end gap-2 p-3">
      <Button size="sm" disabledReason={isNewest ? 'These are the newest.' : undefined} onClick={() => turnTo('before', null)}>
        Newest
      </Button>
      <Button size="sm" disabledReason={newer === null ? 'There are no newer ones.' : undefined} onClick={() => turnTo('after', newer)}>
        Newer
      </Button>
      <Button size="sm" disabledReason={older === null ? 'There are no older ones.' : undefined} onClick={() => turnTo('before', older)}>
        Older
      </Button>
    </nav>
  )
}

const Exports = (record: RecordKey) => (
  <p className="flex items-center gap-2 text-12 text-ink-2 sm:ml-auto">
    Export:
    {EXPORT_FORMATS.map((format) => (
      <ExportLink
        key={format}
        href={exportPath(record, format)}
        format={format}
        name={`${fileName(record.series)}-${record.symbol}-${record.hours}h`}
      />
    ))}
  </p>
)

const emptyText = (series: ForecastSeries, state: ForecastState | null): string => EMPTY[series][state ?? 'all']

const EMPTY_OF_ANY = { open: 'No open forecasts.', scored: 'No scored forecasts yet.' }
const EMPTY = {
  hourly: {
    ...EMPTY_OF_ANY,
    all: 'No forecasts yet. The first is stored at the next full hour and scored when its hour has closed.',
    missing: 'No unscorable forecasts: every hour had a candle.',
  },
  now: {
    ...EMPTY_OF_ANY,
    all: 'No forecasts yet. The first is stored at the next close of five minutes and scored when it is due.',
    missing: 'No unscorable forecasts: each had a candle when it was due.',
  },
} as const

const choiceClass = (isChosen: boolean): string =>
  cx(
    'num min-h-8 rounded-md border px-2 text-12 transition-colors-fast pointer-coarse:min-h-11 pointer-coarse:px-3',
    isChosen
      ? 'border-accent bg-accent-soft text-accent-text'
      : 'border-line-input bg-surface-1 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
  )

type StateFilterProps = { readonly chosen: ForecastState | null; readonly counts: ForecastHistory['counts'] }

const STATES: readonly { readonly state: ForecastState | null; readonly label: string }[] = [
  { state: null, label: 'All' },
  { state: 'open', label: 'Open' },
  { state: 'scored', label: 'Scored' },
  { state: 'missing', label: 'Unscorable' },
]

function StateFilter({ chosen, counts }: StateFilterProps) {
  const [, setParams] = useSearchParams()
  return (
    <fieldset className="flex flex-wrap items-center gap-1">
      <legend className="sr-only">State of the forecasts</legend>
      {STATES.map(({ state, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => setParams((params) => withState(params, state), { replace: true })}
          className={choiceClass(state === chosen)}
        >
          {label}
          {counts !== undefined && ` ${countOf(state, counts).toLocaleString('en-US')}`}
        </button>
      ))}
      <Explain title="State">
        <Explanation of="state" />
      </Explain>
    </fieldset>
  )
}

const countOf = (state: ForecastState | null, counts: NonNullable<ForecastHistory['counts']>): number =>
  state === null ? counts.open + counts.scored + counts.missing : counts[state]

type ForecastRowProps = { readonly entry: ForecastEntry }

function ForecastRow({ entry }: ForecastRowProps) {
  const { quote, source, anchor, median, low80, high80, outcome, crps, random_walk_crps, hash } = entry
  const price = (value: number) => priceText(value, quote)
  return (
    <tr className="h-(--row) border-line border-b hover:bg-surface-3">
      <th scope="row" className="px-3 text-left font-normal">
        <Moment at={entry.issued_at} />
      </th>
      <FigureCell className="px-3">{outcome === null ? '—' : price(outcome)}</FigureCell>
      <td className="px-3 text-left">
        <State entry={entry} />
      </td>
      <FigureCell className="px-3">{price(median)}</FigureCell>
      <td className="px-3">
        {price(low80)} to {price(high80)}
      </td>
      <td className="px-3">
        <Moment at={entry.due_at} />
      </td>
      <FigureCell className="px-3">{price(anchor)}</FigureCell>
      <FigureCell className="px-3">{crps === null ? '—' : scoreText(crps)}</FigureCell>
      <FigureCell className="px-3">{random_walk_crps === null ? '—' : scoreText(random_walk_crps)}</FigureCell>
      <td className="px-3 text-left text-12 text-ink-2">{SOURCE_NAMES[source]}</td>
      <td className={cx('px-3', HASH)}>
        <code title={hash} className="font-mono text-12 text-ink-2">
          {hash.slice(0, 10)}…
        </code>
      </td>
    </tr>
  )
}

function State({ entry }: { readonly entry: ForecastEntry }) {
  const { text, tone } = stateOf(entry)
  return <span className={cx('text-12', tone)}>{text}</span>
}

export function stateOf({ state, outcome, ...bands }: ForecastEntry): { readonly text: string; readonly tone: string } {
  if (state === 'open') return { text: 'open', tone: 'text-ink-2' }
  if (state === 'missing' || outcome === null) return { text: 'unscorable: no candle for that hour', tone: 'text-warning' }
  const isIn = (low: number, high: number) => outcome >= low && outcome <= high
  if (isIn(bands.low50, bands.high50)) return { text: within(50), tone: 'text-ink-1' }
  if (isIn(bands.low80, bands.high80)) return { text: within(80), tone: 'text-ink-1' }
  if (isIn(bands.low95, bands.high95)) return { text: within(95), tone: 'text-ink-1' }
  return { text: 'scored, outside 95%', tone: 'text-warning' }
}

const within = (percent: number) => `scored, within ${percent}%`

const instantOf = (text: string | null): number | null => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null)

export function parsePage(params: URLSearchParams): ListPage {
  const before = instantOf(params.get('before'))
  const state = FORECAST_STATES.find((each) => each === params.get('state')) ?? null
  return { state, before, after: before === null ? instantOf(params.get('after')) : null }
}

function withPage(params: URLSearchParams, side: 'before' | 'after', at: number | null): URLSearchParams {
  params.delete('before')
  params.delete('after')
  if (at !== null) params.set(side, String(at))
  return params
}

function withState(params: URLSearchParams, state: ForecastState | null): URLSearchParams {
  if (state === null) params.delete('state')
  else params.set('state', state)
  return withPage(params, 'before', null)
}

type Head = { readonly title: string; readonly explained?: ReactNode; readonly className?: string }

/** Also in the exports; without it the other columns fit beside the agent's button. */
const HASH = 'md:max-[85rem]:hidden'

const HEADS: readonly Head[] = [
  { title: 'Made' },
  { title: 'Outcome' },
  { title: 'Result', explained: <Explanation of="state" /> },
  { title: 'Median', explained: <Explanation of="medianPrice" /> },
  { title: '80% band', explained: <Explanation of="bandPrices" /> },
  { title: 'For' },
  { title: 'From' },
  { title: 'CRPS', explained: <Explanation of="crpsOfOne" /> },
  { title: 'No change', explained: <Explanation of="noChange" /> },
  { title: 'Source' },
  { title: 'Hash', explained: <Explanation of="chain" />, className: HASH },
]

const ForecastHeads = () => (
  <thead className="border-line border-y text-12 text-ink-2">
    <tr>
      {HEADS.map(({ title, explained, className }) => (
        <th key={title} scope="col" className={cx('px-3 py-1.5 font-medium first:text-left', className)}>
          <div className="inline-flex items-center">
            {title}
            {explained !== undefined && <Explain title={`${title} of one forecast`}>{explained}</Explain>}
          </div>
        </th>
      ))}
    </tr>
  </thead>
)
