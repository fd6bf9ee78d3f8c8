import './trades.css'
import { defined } from '@aerie/core/defined'
import { numberText, shortNumberText } from '@aerie/core/numbers/number-text'
import { type BookSnapshot, TRADES_SHOWN, type TradeTuple } from '@aerie/wire/market/charts'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { type TextWriter, textWriter } from '../../../platform/browser/text-writer.ts'
import { utcText } from '../../../platform/format/market-text.ts'
import { paintBook, useBookPart, useIsSyntheticBook } from '../../../platform/live/market/book.ts'
import { useSize } from '../../../ui/hooks/use-size.ts'
import { Area } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { BookFrame, TABLE_ROLES } from '../depth/book-frame.tsx'
import { amountCharacters, fitColumns, type LevelText, levelTexts, longest } from '../depth/level-text.ts'

const none = (symbol: string): string => `This market source has no trades for ${symbol}.`

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

const quoteOf = (snapshot: BookSnapshot | null) => (snapshot === null || snapshot.trades.length === 0 ? null : snapshot.quote)

function Trades({ symbol }: { readonly symbol: string }) {
  const quote = useBookPart(symbol, quoteOf)
  return quote === null ? <NoTrades symbol={symbol} /> : <Tape key={symbol} symbol={symbol} quote={quote} />
}

/** React renders fixed rows; trades are painted into them. */
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
        // Scrollable areas must be keyboard-focusable.
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

const TapeRows = memo(() => (
  <tbody {...TABLE_ROLES.group}>
    {Array.from({ length: TRADES_SHOWN }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: fixed rows, identified by position
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

const ARROW = 2
const TIME = 8

type TapeGiven = { readonly width: number | null; readonly titles: readonly string[] }

/** Newest first. New trades reuse the rows of dropped ones, which move to the top. The table has TRADES_SHOWN rows. */
function tapePainter(table: HTMLTableElement, given: TapeGiven): (snapshot: BookSnapshot) => void {
  const body = table.querySelector('tbody')
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody > tr')].slice(0, TRADES_SHOWN).map(rowPainter)
  const textOf = levelTexts()
  const columns = columnPainter(table, given)
  let shown: readonly TradeTuple[] = []
  return ({ trades }) => {
    const count = newTrades(shown, trades)
    const moved = rows.splice(rows.length - count, count)
    rows.unshift(...moved)
    if (count < rows.length) body?.prepend(...moved.map(({ row }) => row))
    shown = trades
    const text = textOf(trades.map(([, price]) => price))
    for (const [place, row] of rows.entries()) row.set(trades[place], text)
    columns(rows.slice(0, trades.length))
  }
}

function rowPainter(row: HTMLTableRowElement) {
  const cell = (name: string) => defined(row.querySelector<HTMLElement>(`[data-cell="${name}"]`))
  const price = textWriter(cell('price'))
  const size = textWriter(cell('size'))
  const fill = tradePainter(row, size)
  let shown: TradeTuple | undefined
  let by: LevelText | undefined
  row.hidden = true
  return {
    row,
    set: (trade: TradeTuple | undefined, text: LevelText) => {
      if (row.hidden !== (trade === undefined)) row.hidden = trade === undefined
      if (trade === undefined) return
      if (trade[1] !== shown?.[1] || text !== by) price.set(text(trade[1]))
      if (!isSameTrade(trade, shown)) fill(trade)
      by = text
      shown = trade
    },
    texts: () => [price.shown(), size.shown()] as const,
  }
}

function tradePainter(row: HTMLTableRowElement, size: TextWriter) {
  const element = (name: string) => defined(row.querySelector<HTMLElement>(`[data-cell="${name}"]`))
  const [amountCell, timeCell] = [element('size'), element('time')]
  const [arrow, taker, time] = [textWriter(element('arrow')), textWriter(element('words')), textWriter(timeCell)]
  return ([at, price, amount, side]: TradeTuple) => {
    const [sign, takerText] = TAKER[side ?? 'unknown']
    row.dataset.side = side ?? 'unknown'
    arrow.set(sign)
    taker.set(takerText)
    size.set(shortNumberText(amount))
    amountCell.title = `${amount} coins, ${numberText(price * amount)} in total`
    time.set(clock.format(at))
    timeCell.title = utcText(at)
    timeCell.setAttribute('datetime', new Date(at).toISOString())
  }
}

const TAKER = { buy: ['▲ ', 'Bought at '], sell: ['▼ ', 'Sold at '], unknown: ['· ', 'Traded at '] } as const

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

type RowTexts = { readonly texts: () => readonly [price: string, size: string] }

function columnPainter(table: HTMLTableElement, { width, titles: [price = '', size = ''] }: TapeGiven) {
  let shown = ''
  return (rows: readonly RowTexts[]) => {
    const texts = rows.map((row) => row.texts())
    const widths = fitColumns(width, [
      ARROW +
        longest(
          texts.map(([each]) => each),
          price.length - ARROW,
        ),
      Math.max(size.length, amountCharacters(texts.map(([, each]) => each))),
      TIME,
    ])
    const next = widths.map((each) => `${each}fr`).join(' ')
    if (next === shown) return
    shown = next
    table.style.setProperty('--columns', next)
    table.dataset.columns = String(widths.length)
  }
}

/** Number of new trades at the start of `next` (newest first); all if there is no overlap. Equal trades of the same time are distinct. */
export function newTrades(shown: readonly TradeTuple[], next: readonly TradeTuple[]): number {
  for (let count = 0; count < next.length; count += 1) {
    const common = Math.min(shown.length, next.length - count)
    if (common > 0 && shown.slice(0, common).every((trade, place) => isSameTrade(trade, next[count + place]))) return count
  }
  return next.length
}

const isSameTrade = (one: TradeTuple, other: TradeTuple | undefined): boolean =>
  other !== undefined && one[0] === other[0] && one[1] === other[1] && one[2] === other[2] && one[3] === other[3]
