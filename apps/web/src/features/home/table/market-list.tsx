import { isSupportedSymbol } from '@aerie/wire/market/supported-symbols'
import { type ListState, retryList } from '../../../live/market/assets-list.ts'
import { SupplyNote } from '../../../market-views/figure/supply-note.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import type { HomeView } from '../use-home-view.ts'
import { AssetTable } from './asset-table.tsx'
import { Pager } from './pager.tsx'

type MarketListProps = { readonly view: HomeView; readonly list: ListState; readonly onOpen: (symbol: string) => void }

/** The list in each of its states, and its paging. */
export function MarketList({ view, list, onOpen }: MarketListProps) {
  const rows = list.kind === 'loaded' ? list.page.data : undefined
  return (
    <>
      {list.kind === 'failed' && (
        <div className="list-message">
          <ErrorState title="Couldn't complete your request" onRetry={retryList} />
        </div>
      )}
      {rows?.length === 0 && (
        <div className="list-message" role="status">
          <EmptyState>No results to show. You can go back to the previous page or change filters to get rid of this message.</EmptyState>
        </div>
      )}
      {list.kind !== 'failed' && rows?.length !== 0 && (
        <AssetTable request={view.request} rows={rows} selected={view.selected} onSort={view.sortBy} onOpen={onOpen} />
      )}
      {view.selected !== null && !isSupportedSymbol(view.selected) && (
        <p className="compact-note" role="status">
          {`${view.selected} has no page of its own.`}
        </p>
      )}
      <SupplyNote className="px-3 pt-2" />
      <Pager page={view.request.page} count={rows?.length ?? null} onPage={view.goToPage} />
    </>
  )
}
