import type { ForecastEntry } from '@aerie/wire/forecasts'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../app/query-client.ts'
import { errorText } from '../../lib/error-text.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EXPORT_FORMATS, ExportLink } from './export-link.tsx'
import { ForecastRow } from './forecast-row.tsx'
import { ENTRIES_A_PAGE, exportPath, historyQuery } from './scorecard-query.ts'

type ForecastListProps = { readonly symbol: string; readonly hours: number; readonly quote: string }

const HEADS = ['Made', 'Came', 'State', 'Median', '80% band', 'For', 'From', 'CRPS', 'No change', 'Hash']

/** Every single forecast of this horizon, newest first, a page at a time; the page is in the address. */
export function ForecastList({ symbol, hours, quote }: ForecastListProps) {
  const [params] = useSearchParams()
  const before = parseBefore(params.get('before'))
  const { data, error, isPlaceholderData, refetch } = useQuery(historyQuery(symbol, hours, before), queryClient)
  return (
    <section aria-labelledby="single-forecasts" className="rounded-md border border-line bg-surface-1">
      <div className="flex flex-wrap items-center justify-between gap-2 p-3">
        <h3 id="single-forecasts" className="font-semibold text-13">
          Every single forecast
        </h3>
        <Exports symbol={symbol} hours={hours} />
      </div>
      {data === undefined && error !== null ? (
        <ErrorState title="The list could not be read" onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      ) : (
        <Entries entries={data?.entries} quote={quote} isOld={isPlaceholderData} />
      )}
      <Pages before={before} next={data?.next_before ?? null} />
    </section>
  )
}

/** The page an address names: forecasts made before this instant (epoch milliseconds); null is the newest. */
export function parseBefore(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

type EntriesProps = { readonly entries: readonly ForecastEntry[] | undefined; readonly quote: string; readonly isOld: boolean }

const Entries = ({ entries, quote, isOld }: EntriesProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section aria-label="Forecasts" tabIndex={0} className={cx('overflow-x-auto', isOld && 'opacity-60')}>
    <table className="num w-full whitespace-nowrap text-right text-13" aria-busy={entries === undefined}>
      <thead className="border-line border-y text-12 text-ink-2">
        <tr>
          {HEADS.map((head) => (
            <th key={head} scope="col" className="px-3 py-1.5 font-medium first:text-left">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries === undefined && <PlaceholderRows />}
        {entries?.map((entry) => (
          <ForecastRow key={entry.seq} entry={entry} quote={quote} />
        ))}
        {entries?.length === 0 && (
          <tr>
            <td colSpan={HEADS.length} className="px-3 py-8 text-center text-ink-2">
              None yet. The first is stored at the next full hour and scored when its time has come.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </section>
)

const PlaceholderRows = () =>
  Array.from({ length: ENTRIES_A_PAGE / 3 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place
    <tr key={row} className="h-(--row) border-line border-b">
      {HEADS.map((head) => (
        <td key={head} className="px-3">
          <Skeleton className="ml-auto h-3 w-14" />
        </td>
      ))}
    </tr>
  ))

function Pages({ before, next }: { readonly before: number | null; readonly next: number | null }) {
  const [, setParams] = useSearchParams()
  const turnTo = (page: number | null) =>
    setParams((params) => {
      if (page === null) params.delete('before')
      else params.set('before', String(page))
      return params
    })
  return (
    <nav aria-label="Pages of forecasts" className="flex justify-end gap-2 p-3">
      <Button size="sm" disabledReason={before === null ? 'These are the newest.' : undefined} onClick={() => turnTo(null)}>
        Newest
      </Button>
      <Button size="sm" disabledReason={next === null ? 'There are no older ones.' : undefined} onClick={() => turnTo(next)}>
        Older
      </Button>
    </nav>
  )
}

const Exports = ({ symbol, hours }: { readonly symbol: string; readonly hours: number }) => (
  <p className="flex items-center gap-2 text-12 text-ink-2">
    All of these:
    {EXPORT_FORMATS.map((format) => (
      <ExportLink key={format} href={exportPath(symbol, hours, format)} format={format} name={`aerie-forecasts-${symbol}-${hours}h`} />
    ))}
  </p>
)
