import './trades.css'
import { numberText } from '@aerie/core/number-text'
import { shortNumberText } from '@aerie/core/short-number-text'
import type { BookSnapshot, TradeTuple } from '@aerie/wire/charts'
import { Area } from '../../ui/area.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { BookFrame } from '../depth/book-frame.tsx'
import { levelText } from '../depth/level-text.ts'
import { utcText } from '../forecast/forecast-text.ts'
import { keyedTrades } from './keyed-trades.ts'

const none = (symbol: string): string =>
  `The present market source tells no single trades of ${symbol}. A recording of candles has none; a live or simulated market does.`

/** The newest trades of a coin, newest first. */
export const TradesTape = ({ symbol }: { readonly symbol: string }) => (
  <BookFrame symbol={symbol} what="trades tape" noneText={none(symbol)} skeleton={<TapeSkeleton symbol={symbol} />}>
    {(snapshot) => (snapshot.trades.length === 0 ? <NoTrades symbol={symbol} /> : <Tape snapshot={snapshot} />)}
  </BookFrame>
)

const NoTrades = ({ symbol }: { readonly symbol: string }) => (
  <EmptyState title="No trades yet">{`Trades of ${symbol} appear here as they happen, newest first.`}</EmptyState>
)

function Tape({ snapshot: { symbol, quote, trades } }: { readonly snapshot: BookSnapshot }) {
  const text = levelText(trades.map(([, price]) => price))
  return (
    <Area
      aria-label={`Trades of ${symbol}`}
      // What scrolls must be within reach of the keyboard.
      tabIndex={0}
      className="max-h-[560px] lg:h-[618px] lg:max-h-none overflow-y-auto focus-visible:-outline-offset-2"
    >
      <table className="book-table tape num">
        <caption className="sr-only">Newest trades of {symbol}, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Price ({quote})</th>
            <th scope="col">Size ({symbol})</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {keyedTrades(trades).map(({ key, trade }) => (
            <TradeRow key={key} trade={trade} priceText={text} />
          ))}
        </tbody>
      </table>
    </Area>
  )
}

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function TradeRow({
  trade: [at, price, size, side],
  priceText,
}: {
  readonly trade: TradeTuple
  readonly priceText: (price: number) => string
}) {
  return (
    <tr data-side={side}>
      <td>
        <span aria-hidden="true">{side === 'buy' ? '▲ ' : '▼ '}</span>
        <span className="sr-only">{side === 'buy' ? 'Bought at ' : 'Sold at '}</span>
        {priceText(price)}
      </td>
      <td title={`${size} coins, ${numberText(price * size)} in all`}>{shortNumberText(size)}</td>
      <td>
        <time dateTime={new Date(at).toISOString()} title={utcText(at)}>
          {time.format(at)}
        </time>
      </td>
    </tr>
  )
}

const TapeSkeleton = ({ symbol }: { readonly symbol: string }) => (
  <div role="status" aria-label={`Loading the trades of ${symbol}`} className="flex flex-col gap-1 p-3">
    <SkeletonRows count={20} />
  </div>
)
