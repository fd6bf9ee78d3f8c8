import { TableHead } from '../../../ui/table.tsx'
import './market.css'
import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type BoardCoin, type BoardState, boardQuery, onBoard } from '../../../platform/live/market/board.ts'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { Change, Figure } from '../figure/figure.tsx'
import { changeOf, moversOf, SPAN_LABELS, type Span } from './market-breadth.tsx'
import { useIsMarketStale } from './market-note.tsx'

const COUNT = 5
/** Minimum interval between reorderings; the figures are live. */
const RANK_EVERY_MS = 5000

type Movers = Readonly<Record<keyof ReturnType<typeof moversOf>, readonly BoardCoin[]>>
type MoversState =
  | { readonly kind: 'loading' }
  | Extract<BoardState, { kind: 'failed' }>
  | { readonly kind: 'ready'; readonly movers: Movers }
type MoversPanelProps = {
  readonly span: Span
  readonly className: string
  readonly hasTraded?: boolean
}

/** Callers that change `span` pass it as the key too. */
export function MoversPanel({ span, className, hasTraded = false }: MoversPanelProps) {
  const state = useMovers(span)
  return (
    <Panel title={`Movers ${SPAN_LABELS[span]}`} className={className}>
      <QueryView
        query={boardQuery(state)}
        loading="Loading the movers"
        failed="The movers could not be loaded"
        rows={COUNT}
        rowClassName="h-5 w-full"
        className="p-3"
      >
        {({ movers: { gainers, losers, traded } }) => (
          <div className="market-mover-tables">
            <MoverTable list="gainers" coins={gainers} span={span} figure={`change${span}`} />
            <MoverTable list="losers" coins={losers} span={span} figure={`change${span}`} />
            {hasTraded && <MoverTable list="traded" coins={traded} span={span} figure="volume" />}
          </div>
        )}
      </QueryView>
    </Panel>
  )
}

function useMovers(span: Span): MoversState {
  const [state, setState] = useState<MoversState>({ kind: 'loading' })
  useEffect(() => {
    let rankedAt = Number.NEGATIVE_INFINITY
    return onBoard((board) => {
      if (board.kind !== 'ready') {
        rankedAt = Number.NEGATIVE_INFINITY
        setState(board)
      } else if (performance.now() - rankedAt >= RANK_EVERY_MS) {
        rankedAt = performance.now()
        setState({ kind: 'ready', movers: moversOf(board.coins, span, COUNT) })
      } else setState((before) => (before.kind === 'ready' ? inOrder(before, board.coins, span) : before))
    })
  }, [span])
  return state
}

/** The listed coins by their present figures: their order must agree with the figures between two rankings. */
function inOrder(before: Extract<MoversState, { kind: 'ready' }>, coins: readonly BoardCoin[], span: Span): MoversState {
  const { gainers, losers, traded } = before.movers
  const movers = {
    gainers: sortedBy(gainers, coins, (coin) => -knownChange(coin, span)),
    losers: sortedBy(losers, coins, (coin) => knownChange(coin, span)),
    traded: sortedBy(traded, coins, (coin) => -(coin.volume24h ?? 0)),
  }
  const isSame = movers.gainers === gainers && movers.losers === losers && movers.traded === traded
  return isSame ? before : { kind: 'ready', movers }
}

function knownChange(coin: BoardCoin, span: Span): number {
  const change = changeOf(coin, span)
  return change.known ? change.value : 0
}

/** The same list if its order is right. */
export function sortedBy(
  listed: readonly BoardCoin[],
  coins: readonly BoardCoin[],
  figure: (coin: BoardCoin) => number,
): readonly BoardCoin[] {
  const present = new Map(coins.map((coin) => [coin.symbol, coin]))
  const figureOf = (coin: BoardCoin) => figure(present.get(coin.symbol) ?? coin)
  const sorted = listed.toSorted((a, b) => figureOf(a) - figureOf(b))
  return sorted.every((coin, index) => coin === listed[index]) ? listed : sorted
}

const MOVER_LISTS = {
  gainers: { title: 'Gainers', empty: (span: Span) => `No gainers ${SPAN_LABELS[span]}.` },
  losers: { title: 'Losers', empty: (span: Span) => `No losers ${SPAN_LABELS[span]}.` },
  traded: { title: 'Most traded', empty: () => 'No volumes are known.' },
} as const

type MoverTableProps = {
  readonly list: keyof typeof MOVER_LISTS
  readonly coins: readonly BoardCoin[]
  readonly span: Span
  readonly figure: MoverFigure
}

function MoverTable({ list, coins, span, figure }: MoverTableProps) {
  const isStale = useIsMarketStale()
  const empty = isStale ? 'Prices are stale, so coins are not ranked.' : MOVER_LISTS[list].empty(span)
  return (
    <table className="market-movers-table">
      <caption className="px-3 pt-2 pb-1 text-left font-semibold text-12 text-ink-3">{MOVER_LISTS[list].title}</caption>
      {/* The head is outside the table's flow, so the widths of the first row would have no effect. */}
      <colgroup>
        <col />
        <col className="market-mover-price-column" />
        <col className="market-mover-change-column" />
      </colgroup>
      <TableHead
        className="sr-only"
        titles={['Coin', 'Price', figure === 'volume' ? 'Volume in 24 hours' : `Change ${SPAN_LABELS[span]}`]}
      />
      <tbody>
        {coins.map((coin) => (
          <MoverRow key={coin.symbol} coin={coin} figure={figure} />
        ))}
        {coins.length === 0 && (
          <tr>
            <td colSpan={3} className="px-3 py-2 text-12 text-ink-2">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

type MoverFigure = `change${Span}` | 'volume'

type MoverRowProps = { readonly coin: BoardCoin; readonly figure: MoverFigure }

const hasScreen = (symbol: string): boolean => SUPPORTED_SYMBOLS.some((supported) => supported === symbol)

/** Price and change are painted live, outside React. */
function MoverRow({ coin: { symbol, name, logo }, figure }: MoverRowProps) {
  const bind = useCallback((row: HTMLTableRowElement) => bindFigures(row, symbol), [symbol])
  const title = (
    <>
      <img src={logo} alt="" width={20} height={20} loading="lazy" className="size-5 rounded-full" />
      <span className="font-medium text-ink-1">{symbol}</span>
      <span className="truncate text-12 text-ink-3">{name}</span>
    </>
  )
  return (
    <tr ref={bind} data-symbol={symbol}>
      <th scope="row" className="market-mover-name">
        {hasScreen(symbol) ? (
          <Link to={`/currencies/${symbol}`} className="market-mover-link hover:underline">
            {title}
          </Link>
        ) : (
          <span className="market-mover-link">{title}</span>
        )}
      </th>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can open the origin of a price */}
      <td tabIndex={0} className="market-mover-price">
        <Figure name="price" />
      </td>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <td tabIndex={0} className="market-mover-change">
        {figure === 'volume' ? <Figure name="volume" /> : <Change name={figure} />}
      </td>
    </tr>
  )
}
