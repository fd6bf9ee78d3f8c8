import './screener.css'
import { screenRows } from '@aerie/core/market/screen'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import { getScreen, type Screen } from '@aerie/wire/market/analytics'
import { INDUSTRIES } from '@aerie/wire/market/market'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { nameScore } from '../../../platform/browser/name-score.ts'
import { type BoardState, boardQuery, onBoard } from '../../../platform/live/market/board.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryNotice, QueryView } from '../../../ui/states/query-view.tsx'
import { SupplyNote } from '../../market/index.ts'
import type { SlotProps } from '../../workspace/index.ts'
import { FilterDialog } from './filter-dialog.tsx'
import { boundText, type Candidate, candidateFigure, FIELD_NAMES } from './screen-fields.ts'
import {
  conditionsOf,
  NO_FILTER,
  orderedBy,
  parseScreenOptions,
  type ScreenFilter,
  type ScreenOptions,
  withBound,
} from './screen-options.ts'
import { ScreenTable } from './screen-table.tsx'
import { ScreenerBar } from './screener-bar.tsx'

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
        <QueryView
          query={boardQuery(board)}
          loading="Loading coins"
          failed="The coins could not be loaded"
          rows={10}
          rowClassName="h-4 w-full"
          className="p-3"
        >
          {() => (
            <>
              <ScreenTable
                rows={rows}
                columns={options.columns}
                order={options.order}
                selected={symbol}
                scroller={area}
                onOrder={(field, isAdded) => change({ order: orderedBy(options.order, field, isAdded) })}
                onSelect={selectCoin}
              />
              {rows.length === 0 && (
                <NoMatch
                  onClear={() => {
                    setTyped('')
                    setFilter(NO_FILTER)
                  }}
                />
              )}
            </>
          )}
        </QueryView>
      </div>
      <SupplyNote className="px-2 py-1" />
      {isFiltering && <FilterDialog filter={options.filter} count={count} onFilter={setFilter} onClose={() => setFiltering(false)} />}
    </div>
  )
}

const NoMatch = ({ onClear }: { readonly onClear: () => void }) => (
  <EmptyState title="No matching coins" action={<Button onClick={onClear}>Clear the filter</Button>}>
    Relax or remove a condition. Coins with unknown figures never match.
  </EmptyState>
)

const isNoDollar = ({ coin }: Candidate): boolean => coin.quote !== 'USD'

/** Rows must not move while hovered or focused. */
const isInUse = (area: HTMLElement | null): boolean => area?.querySelector('tbody:hover, tbody :focus-visible') != null

function passing(candidates: readonly Candidate[], { filter, order }: ScreenOptions, typed: string): readonly Candidate[] {
  const named = candidates.filter(({ coin }) => isIn(coin, filter) && (typed === '' || nameScore(typed, [coin.symbol, coin.name]) > 0))
  return screenRows({ rows: named, bounds: filter.bounds, order, figureOf: candidateFigure })
}

const isIn = ({ industries }: Candidate['coin'], filter: ScreenFilter): boolean =>
  filter.industries.length === 0 || industries.some((industry) => filter.industries.includes(industry))

/** Widths as in screener.css. */
const COIN_PX = 132
const NAMED_COIN_PX = 190
const NAMED_FROM_PX = 640
/** Fits `$0.00001473`, the longest price, plus padding. */
const FIGURE_PX = 108
/** Width of the currency suffix of a non-dollar figure. */
const UNIT_PX = 36

type Columns = {
  readonly count: number
  readonly hasUnits: boolean
}

/**
 * Number of figure columns visible at once. They share the width evenly, so that none is cut off; scrolling snaps to columns.
 * @param width container width in CSS pixels; null while unknown
 */
export function visibleColumns(width: number | null, { count, hasUnits }: Columns): number {
  if (width === null) return Math.max(1, count)
  const room = width - (width >= NAMED_FROM_PX ? NAMED_COIN_PX : COIN_PX)
  return Math.max(1, Math.min(count, Math.floor(room / (FIGURE_PX + (hasUnits ? UNIT_PX : 0)))))
}

export function ScreenChips({ filter, onFilter }: { readonly filter: ScreenFilter; readonly onFilter: (filter: ScreenFilter) => void }) {
  if (conditionsOf(filter) === 0) return null
  const industries = INDUSTRIES.filter(({ value }) => value !== undefined && filter.industries.includes(value))
  return (
    <ul className="screen-chips" aria-label="Conditions">
      {industries.length > 0 && (
        <Chip text={industries.map(({ title }) => title).join(' or ')} onDrop={() => onFilter({ ...filter, industries: [] })} />
      )}
      {FIELD_NAMES.map((name) => {
        const bound = filter.bounds[name]
        return bound === undefined ? null : (
          <Chip key={name} text={boundText(name, bound)} onDrop={() => onFilter(withBound(filter, name, {}))} />
        )
      })}
    </ul>
  )
}

const Chip = ({ text, onDrop }: { readonly text: string; readonly onDrop: () => void }) => (
  <li>
    <button type="button" className="screen-chip num pointer-coarse:min-h-11" aria-label={`Remove ${text}`} onClick={onDrop}>
      {text}
      <X size={12} aria-hidden="true" />
    </button>
  </li>
)

/** Minimum interval between reorderings; none while hovered. */
const ORDER_EVERY_MS = 2 * SECOND_MS

const screenQuery = queryOptions({
  queryKey: ['analytics', 'screen'] as const,
  queryFn: ({ signal }): Promise<Screen> => api(getScreen, { signal }),
  staleTime: MINUTE_MS,
  refetchInterval: MINUTE_MS,
})

/** Throttled snapshot for ordering; figures are painted outside React. @param isHeld whether rows must keep their order */
function useCandidates(isHeld: () => boolean) {
  const [board, setBoard] = useState<BoardState>({ kind: 'loading' })
  useEffect(() => {
    let takenAt = Number.NEGATIVE_INFINITY
    let kind: BoardState['kind'] | null = null
    return onBoard((now) => {
      const isDue = performance.now() - takenAt >= ORDER_EVERY_MS && !isHeld()
      if (now.kind === kind && !isDue) return
      takenAt = performance.now()
      kind = now.kind
      setBoard(now)
    })
  }, [isHeld])
  const stats = useQuery(screenQuery, queryClient)
  const rows = stats.data?.rows
  const candidates = useMemo((): readonly Candidate[] => {
    if (board.kind !== 'ready') return []
    const bySymbol = new Map(rows?.map((row) => [row.symbol, row]))
    const positionBySymbol = new Map(
      board.coins.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ symbol }, place) => [symbol, place]),
    )
    return board.coins.map((coin) => ({ coin, stats: bySymbol.get(coin.symbol), place: positionBySymbol.get(coin.symbol) ?? 0 }))
  }, [board, rows])
  return { board, candidates, stats }
}
