import './screener.css'
import { screenRows } from '@aerie/core/market/screen'
import { type CSSProperties, useCallback, useMemo, useRef, useState } from 'react'
import { nameScore } from '../../../../lib/name-score.ts'
import { retryBoard } from '../../../../live/market/board.ts'
import { SupplyNote } from '../../../../market-views/figure/supply-note.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { useSize } from '../../../../ui/hooks/use-size.ts'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../../ui/states/error-text.tsx'
import { QueryNotice } from '../../../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx'
import type { SlotProps } from '../../../../workspace/slots/slot.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { ScreenChips } from './screen-chips.tsx'
import { type Candidate, candidateFigure } from './screen-fields.ts'
import { NO_FILTER, orderedBy, parseScreenOptions, type ScreenFilter, type ScreenOptions } from './screen-options.ts'
import { ScreenTable } from './screen-table.tsx'
import { ScreenerBar } from './screener-bar.tsx'
import { useCandidates } from './use-candidates.ts'
import { visibleColumns } from './visible-columns.ts'

/** All coins, by any of their figures: filtered, ordered, and kept current. */
export function ScreenerSlot({ symbol, selectCoin, options: stored, changeOptions }: SlotProps) {
  const options = useMemo(() => parseScreenOptions(stored), [stored])
  const [typed, setTyped] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const [size, measure] = useSize()
  const isHeld = useCallback(() => isInUse(area.current), [])
  const { board, candidates, stats } = useCandidates(isHeld)
  const rows = useMemo(() => passing(candidates, options, typed), [candidates, options, typed])
  const change = (next: Partial<ScreenOptions>) => changeOptions({ ...options, ...next })
  const setFilter = (filter: ScreenFilter) => change({ filter })
  // A custom property is unknown to React's own type of styles.
  const style: CSSProperties & { '--columns': number } = {
    '--columns': visibleColumns(size?.width ?? null, { count: options.columns.length, hasUnits: candidates.some(isNoDollar) }),
  }
  const count = `${rows.length} of ${candidates.length}`
  return (
    <div className="screener">
      <ScreenerBar
        options={options}
        typed={typed}
        count={board.kind === 'ready' ? count : null}
        csv={board.kind === 'ready' ? { rows, columns: options.columns, source: board.source } : null}
        onType={setTyped}
        onChange={change}
        onFilter={() => setFiltering(true)}
      />
      <ScreenChips filter={options.filter} onFilter={setFilter} />
      {stats.isError && (
        <div className="flex-none px-2 py-1">
          <QueryNotice query={stats} text="Volatility and distances could not be loaded." role="alert" />
        </div>
      )}
      <div className="slot-scroll screener-scroll" ref={area} style={style}>
        <div ref={measure} className="screener-width" />
        {board.kind === 'loading' && (
          <div role="status" aria-label="Loading coins" className="flex flex-col gap-3 p-3">
            <SkeletonRows count={10} />
          </div>
        )}
        {board.kind === 'failed' && (
          <ErrorState title="The coins could not be loaded" onRetry={retryBoard}>
            <ErrorText error={board.error} />
          </ErrorState>
        )}
        {board.kind === 'ready' && (
          <ScreenTable
            rows={rows}
            columns={options.columns}
            order={options.order}
            selected={symbol}
            scroller={area}
            onOrder={(field, isAdded) => change({ order: orderedBy(options.order, field, isAdded) })}
            onSelect={selectCoin}
          />
        )}
        {board.kind === 'ready' && rows.length === 0 && (
          <EmptyState
            title="No matching coins"
            action={
              <Button
                onClick={() => {
                  setTyped('')
                  setFilter(NO_FILTER)
                }}
              >
                Clear the filter
              </Button>
            }
          >
            Relax or remove a condition. Coins with unknown figures never match.
          </EmptyState>
        )}
      </div>
      <SupplyNote className="px-2 py-1" />
      {isFiltering && <FilterDialog filter={options.filter} count={count} onFilter={setFilter} onClose={() => setFiltering(false)} />}
    </div>
  )
}

const isNoDollar = ({ coin }: Candidate): boolean => coin.quote !== 'USD'

/** Rows under the pointer, or that the keyboard is in, stay where they are. */
const isInUse = (area: HTMLElement | null): boolean => area?.querySelector('tbody:hover, tbody :focus-visible') != null

function passing(candidates: readonly Candidate[], { filter, order }: ScreenOptions, typed: string): readonly Candidate[] {
  const named = candidates.filter(({ coin }) => isIn(coin, filter) && (typed === '' || nameScore(typed, [coin.symbol, coin.name]) > 0))
  return screenRows({ rows: named, bounds: filter.bounds, order, figureOf: candidateFigure })
}

const isIn = ({ industries }: Candidate['coin'], filter: ScreenFilter): boolean =>
  filter.industries.length === 0 || industries.some((industry) => filter.industries.includes(industry))
