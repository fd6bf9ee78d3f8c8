import './posttrade.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { BookOpen, Upload } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { queryClient } from '../../platform/api/query-client.ts'
import { lazyPart } from '../../platform/browser/lazy-part.ts'
import { onNotice, onNoticesResumed } from '../../platform/live/notices.ts'
import { LearnLink } from '../../platform/navigation/learn-link.tsx'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { TradesView } from './table/trades-view.tsx'
import type { Journal } from './trips.ts'
import { type Address, useAddress, type View } from './use-address.ts'
import { readAgain, useJournal } from './use-journal.ts'

const StatisticsView = lazyPart(async () => (await import('./statistics/statistics-view.tsx')).StatisticsView)
const CompareView = lazyPart(async () => (await import('./compare/compare-view.tsx')).CompareView)
const ImportDialog = lazyPart(async () => (await import('./imports/import-dialog.tsx')).ImportDialog)

const TABS: ReadonlyArray<{ readonly id: View; readonly title: string }> = [
  { id: 'trades', title: 'Trades' },
  { id: 'statistics', title: 'Statistics' },
  { id: 'compare', title: 'Compare' },
]

export function PosttradePage() {
  usePageTitle('Post-trade')
  return (
    <QueryClientProvider client={queryClient}>
      <JournalScreen />
    </QueryClientProvider>
  )
}

function JournalScreen() {
  const address = useAddress()
  const query = useJournal()
  const { data } = query
  const [isImporting, setImporting] = useState(false)
  useFreshTrips()
  return (
    <div className="posttrade flex min-w-0 flex-1 flex-col gap-2 p-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-semibold text-24">Post-trade</h1>
        {data !== undefined && data.trips.length < data.total && (
          <p role="status" className="num text-12 text-ink-2">
            {`Loading: ${data.trips.length.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} trades`}
          </p>
        )}
        <span className="flex gap-2">
          <Button aria-haspopup="dialog" onClick={() => setImporting(true)}>
            <Upload size={16} aria-hidden="true" /> Import
          </Button>
          <ExportButton journal={data} filter={address.filter} />
        </span>
      </header>
      <QueryView
        query={query}
        loading="Loading the journal"
        rows={12}
        rowClassName="h-5 w-full"
        className="p-3"
        failed="The journal could not be loaded"
        stale="The journal could not be updated. These are the last known trades."
        isEmpty={({ total }) => total === 0}
        empty={<EmptyJournal onImport={() => setImporting(true)} />}
      >
        {(journal) => <Views journal={journal} address={address} />}
      </QueryView>
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-label="Loading the journal" className="flex flex-col gap-3 p-3">
    <SkeletonRows count={12} className="h-5 w-full" />
  </div>
)

function Views({ journal, address }: { readonly journal: Journal; readonly address: Address }) {
  const { view, setView, filter, setFilter } = address
  return (
    <Tabs
      label="Journal views"
      tabs={TABS}
      selected={view}
      onSelect={setView}
      className="flex-1"
      panelClassName="flex min-w-0 flex-1 flex-col gap-2 pt-2"
    >
      <FilterBar journal={journal} filter={filter} onChange={setFilter} hasDays={view !== 'compare'} />
      <Suspense fallback={<Loading />}>
        {view === 'trades' && <TradesView journal={journal} address={address} />}
        {view === 'statistics' && <StatisticsView address={address} />}
        {view === 'compare' && <CompareView address={address} />}
      </Suspense>
    </Tabs>
  )
}

/** Debounce, ms: fills come in bursts. */
const AFTER_MS = 500

/** Refetches after positions changed, or may have changed while disconnected. */
function useFreshTrips(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(readAgain, AFTER_MS)
    }
    const stops = [onNotice(({ kind }) => kind === 'fill' && soon()), onNoticesResumed(soon)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [])
}

const EmptyJournal = ({ onImport }: { readonly onImport: () => void }) => (
  <EmptyState
    icon={<BookOpen size={32} aria-hidden="true" />}
    title="No trades yet"
    example={{
      heads: ['Trade', 'Net, USDC', 'R', 'Held', 'Exit'],
      rows: [
        ['BTC ▲ long', '+42.10', '+1.40R', '3 h 12 m', 'target'],
        ['ETH ▼ short', '−15.30', '−0.51R', '48 m 10 s', 'stop'],
      ],
    }}
    action={
      <span className="flex flex-wrap justify-center gap-2">
        <ButtonLink to="/claw/trade" variant="primary">
          Start paper trading
        </ButtonLink>
        <Button onClick={onImport}>Import a file</Button>
      </span>
    }
  >
    Every position appears here automatically with entry, exit, fees, R, MAE and MFE. Import a CSV file to add trades made elsewhere.{' '}
    <LearnLink term="journal" />
  </EmptyState>
)
