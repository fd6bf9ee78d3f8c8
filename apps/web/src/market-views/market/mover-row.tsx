import { SUPPORTED_SYMBOLS } from '@aerie/wire/market/supported-symbols'
import { useCallback } from 'react'
import { Link } from 'react-router'
import type { BoardCoin } from '../../live/market/board.ts'
import { bindFigures } from '../../live/market/painter.ts'
import { Change, Figure } from '../figure/figure.tsx'
import type { Span } from './market-breadth.ts'

/** What coins are ranked by beside their price. */
export type MoverFigure = `change${Span}` | 'volume'

type MoverRowProps = { readonly coin: BoardCoin; readonly figure: MoverFigure }

const hasScreen = (symbol: string): boolean => SUPPORTED_SYMBOLS.some((supported) => supported === symbol)

/** A coin with its price and its change, painted live past React. */
export function MoverRow({ coin: { symbol, name, logo }, figure }: MoverRowProps) {
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the origin of a price is within reach of the keyboard */}
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
