import './trades.css'
import { type BookSnapshot, TRADES_SHOWN } from '@aerie/wire/market/charts'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useBookPart, useIsSyntheticBook } from '../../live/market/book.ts'
import { paintBook } from '../../live/market/book-painter.ts'
import { Area } from '../../ui/area.tsx'
import { useSize } from '../../ui/hooks/use-size.ts'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { BookFrame } from '../depth/book-frame.tsx'
import { TABLE_ROLES } from '../depth/table-roles.ts'
import { tapePainter } from './tape-painter.ts'

const none = (symbol: string): string => `This market source has no trades for ${symbol}.`

/** The newest trades of a coin, newest first. */
export const TradesTape = ({ symbol }: { readonly symbol: string }) => (
  <div className="trades-tape">
    <BookFrame symbol={symbol} what="trades tape" noneText={none(symbol)} skeleton={<TapeSkeleton symbol={symbol} />}>
      <Trades symbol={symbol} />
    </BookFrame>
  </div>
)

const NoTrades = ({ symbol }: { readonly symbol: string }) => (
  <EmptyState title="No trades yet">{`Trades of ${symbol} appear here as they happen, newest first.`}</EmptyState>
)

/** The quote currency of the trades; null where there is none yet. */
const quoteOf = (snapshot: BookSnapshot | null) => (snapshot === null || snapshot.trades.length === 0 ? null : snapshot.quote)

function Trades({ symbol }: { readonly symbol: string }) {
  const quote = useBookPart(symbol, quoteOf)
  return quote === null ? <NoTrades symbol={symbol} /> : <Tape key={symbol} symbol={symbol} quote={quote} />
}

/** Its rows stand still for React; trades are painted into them. */
function Tape({ symbol, quote }: { readonly symbol: string; readonly quote: string }) {
  const [size, measure] = useSize()
  const isSynthetic = useIsSyntheticBook(symbol)
  const table = useRef<HTMLTableElement>(null)
  const width = size?.width ?? null
  const titles = useMemo(() => [`Price (${quote})`, 'Size', 'Time'], [quote])
  useLayoutEffect(() => {
    if (table.current !== null) return paintBook(symbol, table.current, tapePainter(table.current, { width, titles }))
  }, [symbol, width, titles])
  return (
    <div className="tape-fit">
      <Area
        aria-label={titleOf(isSynthetic ? 'Synthetic trades' : 'Trades', symbol)}
        // What scrolls must be within reach of the keyboard.
        tabIndex={0}
        className="tape-box focus-visible:-outline-offset-2"
      >
        <div ref={measure}>
          <table ref={table} className="book-table tape num">
            <caption className="sr-only">{tradesNewestFirst(isSynthetic ? 'Synthetic' : 'Newest', symbol)}</caption>
            <thead {...TABLE_ROLES.group}>
              <tr {...TABLE_ROLES.row}>
                {titles.map((title, index) => (
                  <th key={title} {...TABLE_ROLES.column} title={index === 1 ? `In ${symbol}` : undefined}>
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <TapeRows />
          </table>
        </div>
      </Area>
    </div>
  )
}

/** Drawn once: the painter moves the rows about. */
const TapeRows = memo(() => (
  <tbody {...TABLE_ROLES.group}>
    {Array.from({ length: TRADES_SHOWN }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows are places, and stay what they are
      <tr key={place} {...TABLE_ROLES.row}>
        <td {...TABLE_ROLES.cell}>
          <span aria-hidden="true" translate="no" data-cell="arrow" />
          <span className="sr-only" data-cell="words" />
          <span translate="no" data-cell="price" />
        </td>
        <td {...TABLE_ROLES.cell} translate="no" data-cell="size" />
        <td {...TABLE_ROLES.cell}>
          <time translate="no" data-cell="time" />
        </td>
      </tr>
    ))}
  </tbody>
))

const TapeSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the trades of ${symbol}`} className="book-skeleton">
    <SkeletonRows count={20} />
  </div>
)

const titleOf = (text: string, symbol: string) => `${text} of ${symbol}`

const tradesNewestFirst = (text: string, symbol: string) => `${text} trades of ${symbol}, newest first`
