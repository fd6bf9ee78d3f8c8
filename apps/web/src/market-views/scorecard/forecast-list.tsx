import type { ForecastEntry, ForecastState } from '@aerie/wire/market/forecasts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ScrollSection } from '../../ui/scroll-section.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { ErrorText } from '../../ui/states/error-text.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { EXPORT_FORMATS, ExportLink } from './export-link.tsx'
import { ForecastHeads, HEADS } from './forecast-heads.tsx'
import { ForecastRow } from './forecast-row.tsx'
import { parsePage, withPage } from './list-page.ts'
import { ENTRIES_A_PAGE, exportPath, historyQuery } from './scorecard-query.ts'
import { StateFilter } from './state-filter.tsx'

type ForecastListProps = { readonly symbol: string; readonly hours: number }

/** Every single forecast of this horizon, newest first, by state if wanted, a page at a time; state and page are in the address. */
export function ForecastList({ symbol, hours }: ForecastListProps) {
  const [params] = useSearchParams()
  const page = parsePage(params)
  const { data, error, isPlaceholderData, refetch } = useQuery(historyQuery(symbol, hours, page), queryClient)
  return (
    <section aria-labelledby="single-forecasts" className="rounded-md border border-line bg-surface-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-3">
        <h3 id="single-forecasts" className="font-semibold text-13">
          All forecasts
        </h3>
        <StateFilter chosen={page.state} counts={data?.counts} />
        <Exports symbol={symbol} hours={hours} />
      </div>
      {data === undefined && error !== null ? (
        <ErrorState title="The forecasts could not be loaded" onRetry={() => void refetch()}>
          <ErrorText error={error} />
        </ErrorState>
      ) : (
        <Entries entries={data?.entries} state={page.state} isOld={isPlaceholderData} />
      )}
      <Pages isNewest={page.before === null && page.after === null} older={data?.next_before ?? null} newer={data?.next_after ?? null} />
    </section>
  )
}

type EntriesProps = {
  readonly entries: readonly ForecastEntry[] | undefined
  readonly state: ForecastState | null
  readonly isOld: boolean
}

const Entries = ({ entries, state, isOld }: EntriesProps) => (
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
              {/* In the middle of what is on show: the table is wider than a phone. */}
              <p className="sticky left-3 w-[min(100%,calc(100dvw-4rem))] whitespace-normal text-center">{empty[state ?? 'all']}</p>
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

const Exports = ({ symbol, hours }: { readonly symbol: string; readonly hours: number }) => (
  <p className="flex items-center gap-2 text-12 text-ink-2 sm:ml-auto">
    Export:
    {EXPORT_FORMATS.map((format) => (
      <ExportLink key={format} href={exportPath(symbol, hours, format)} format={format} name={`aerie-forecasts-${symbol}-${hours}h`} />
    ))}
  </p>
)

const empty = {
  all: 'No forecasts yet. The first is stored at the next full hour and scored when its hour has closed.',
  open: 'No open forecasts.',
  scored: 'No scored forecasts yet.',
  missing: 'No unscorable forecasts: every hour had a candle.',
}
