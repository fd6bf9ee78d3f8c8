import './trades.css'
import { numberText } from '@aerie/core/number-text'
import { shortNumberText } from '@aerie/core/short-number-text'
import type { BookSnapshot, TradeTuple } from '@aerie/wire/charts'
import { Area } from '../../ui/area.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useSize } from '../../ui/use-size.ts'
import { BookFrame } from '../depth/book-frame.tsx'
import { amountCharacters, fitColumns, longest } from '../depth/fit-columns.ts'
import { levelText } from '../depth/level-text.ts'
import { utcText } from '../forecast/forecast-text.ts'

const none = (symbol: string): string =>
  `The present market source tells no single trades of ${symbol}. A recording of candles has none; a live or simulated market does.`

/** The newest trades of a coin, newest first. */
export const TradesTape = ({ symbol }: { readonly symbol: string }) => (
  <div className="trades-tape">
    <BookFrame symbol={symbol} what="trades tape" noneText={none(symbol)} skeleton={<TapeSkeleton symbol={symbol} />}>
      {(snapshot) => (snapshot.trades.length === 0 ? <NoTrades symbol={symbol} /> : <Tape snapshot={snapshot} />)}
    </BookFrame>
  </div>
)

const NoTrades = ({ symbol }: { readonly symbol: string }) => (
  <EmptyState title="No trades yet">{`Trades of ${symbol} appear here as they happen, newest first.`}</EmptyState>
)

function Tape({ snapshot: { symbol, quote, trades } }: { readonly snapshot: BookSnapshot }) {
  const [size, measure] = useSize()
  const text = levelText(trades.map(([, price]) => price))
  const titles = [`Price (${quote})`, 'Size', 'Time']
  const widths = fitColumns(size?.width ?? null, columnCharacters(titles, trades, text))
  return (
    <Area
      aria-label={`Trades of ${symbol}`}
      // What scrolls must be within reach of the keyboard.
      tabIndex={0}
      className="tape-box focus-visible:-outline-offset-2"
    >
      <div ref={measure}>
        <table className="book-table tape num">
          <caption className="sr-only">Newest trades of {symbol}, newest first</caption>
          <thead>
            <tr>
              {widths.map((width, index) => (
                <th key={titles[index]} scope="col" style={{ width }} title={index === 1 ? `In ${symbol}` : undefined}>
                  {titles[index]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {/* Rows stay where they are and say another trade: rows that move down would be a layout shift at each one. */}
            {trades.map((trade, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row is
              <TradeRow key={place} trade={trade} columns={widths.length} priceText={text} />
            ))}
          </tbody>
        </table>
      </div>
    </Area>
  )
}

/** Characters of the arrow before a price, and of `23:59:59`. */
const ARROW = 2
const TIME = 8

const columnCharacters = (
  [price = '', size = '']: readonly string[],
  trades: readonly TradeTuple[],
  priceText: (price: number) => string,
) => [
  ARROW +
    longest(
      trades.map(([, at]) => priceText(at)),
      price.length - ARROW,
    ),
  Math.max(size.length, amountCharacters(trades.map(([, , amount]) => shortNumberText(amount)))),
  TIME,
]

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })

function TradeRow({
  trade: [at, price, size, side],
  columns,
  priceText,
}: {
  readonly trade: TradeTuple
  readonly columns: number
  readonly priceText: (price: number) => string
}) {
  return (
    <tr data-side={side}>
      <td>
        <span aria-hidden="true">{side === 'buy' ? '▲ ' : '▼ '}</span>
        <span className="sr-only">{side === 'buy' ? 'Bought at ' : 'Sold at '}</span>
        {priceText(price)}
      </td>
      {columns > 1 && <td title={`${size} coins, ${numberText(price * size)} in all`}>{shortNumberText(size)}</td>}
      {columns > 2 && (
        <td>
          <time dateTime={new Date(at).toISOString()} title={utcText(at)}>
            {time.format(at)}
          </time>
        </td>
      )}
    </tr>
  )
}

const TapeSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the trades of ${symbol}`} className="book-skeleton">
    <SkeletonRows count={20} />
  </div>
)
