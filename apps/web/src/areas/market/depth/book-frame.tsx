import './book-table.css'
import './depth.css'
import { type BookSnapshot, MOST_BOOKS } from '@aerie/wire/market/charts'
import type { ReactNode } from 'react'
import { SOURCE_LABELS } from '../../../platform/format/market-text.ts'
import { ageText } from '../../../platform/live/market/age-text.ts'
import { askForBooks, useBookPart, useBookState, useIsBookCrowdedOut, useIsSyntheticBook } from '../../../platform/live/market/book.ts'
import { ageMs, isStalePrice, useMarketClock, useMarketState } from '../../../platform/live/market/market-status.ts'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'

type BookFrameProps = {
  readonly symbol: string
  readonly what: string
  readonly noneText: string
  readonly skeleton: ReactNode
  /** Paints the book itself: the frame renders only when its state changes. */
  readonly children: ReactNode
}

export function BookFrame({ symbol, what, noneText, skeleton, children }: BookFrameProps) {
  const state = useBookPart(symbol, stateOf)
  const isCrowdedOut = useIsBookCrowdedOut(symbol)
  const link = useMarketState((state) => state.link)
  if (isCrowdedOut) return <Crowded what={what} symbol={symbol} />
  if (state === null) {
    return link === 'polling' ? (
      <ErrorState title={`The ${what} needs the live connection`}>
        Live updates are not connected. Prices are refreshed every few seconds until they are.
      </ErrorState>
    ) : (
      skeleton
    )
  }
  if (state === 'none') return <EmptyState title={`No ${what}`}>{noneText}</EmptyState>
  if (state === 'unavailable') {
    return (
      <ErrorState title={`The ${what} of ${symbol} is not available`} onRetry={askForBooks}>
        The market source does not provide it right now. It appears here automatically.
      </ErrorState>
    )
  }
  return (
    <Aged symbol={symbol} what={what}>
      {children}
    </Aged>
  )
}

const stateOf = (snapshot: BookSnapshot | null) => snapshot?.state ?? null
const isOld = (snapshot: BookSnapshot | null) => snapshot !== null && isStalePrice(snapshot.as_of, snapshot.symbol)

type AgedProps = { readonly symbol: string; readonly what: string; readonly children: ReactNode }

/** Updates the age once a second, but becomes fresh at once. */
function Aged({ symbol, what, children }: AgedProps) {
  useMarketClock()
  const isStale = useBookPart(symbol, isOld)
  const isSynthetic = useIsSyntheticBook(symbol)
  const snapshot = useBookState.getState().snapshots.get(symbol)
  if (snapshot === undefined) return null
  const age = ageMs(snapshot.as_of)
  return (
    <div className="book-content" data-stale={isStale || undefined}>
      {isSynthetic && <SyntheticNote what={what} className="border-line border-b px-3 py-[3px]" />}
      {children}
      <p className="book-source num">
        {isSynthetic ? 'Synthetic, never quoted' : SOURCE_LABELS[snapshot.source]}
        {age !== null && `, ${isStale ? `stale: the ${what} is ${ageText(age)} old` : `${ageText(age)} old`}`}
      </p>
    </div>
  )
}

const Crowded = ({ what, symbol }: { readonly what: string; readonly symbol: string }) => (
  <EmptyState
    title={`The ${what} of ${symbol} is not open`}
  >{`${MOST_BOOKS} order books are open, the maximum. Close one, or let it follow the same coin.`}</EmptyState>
)

/** Discloses that the book was synthesized from recorded candles: it must never be mistaken for a real one. */
export const SyntheticNote = ({ what, className }: { readonly what: string; readonly className?: string }) => (
  <p
    className={cx('flex-none truncate text-11 text-ink-2', className)}
    title="Recordings contain candles only. Paper orders fill against this book, which was never quoted."
  >
    <strong className="mr-1 font-semibold text-warning">{`Synthetic ${what}`}</strong> made from recorded candles
  </p>
)

/** Explicit table roles: some browsers drop the semantics of a table with grid layout. */
export const TABLE_ROLES = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  column: { role: 'columnheader', scope: 'col' },
  rowHead: { role: 'rowheader', scope: 'row' },
} as const
