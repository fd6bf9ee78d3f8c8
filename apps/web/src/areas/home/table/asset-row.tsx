import type { AssetRow as Row } from '@aerie/wire/market/market'
import { memo, useCallback } from 'react'
import { bindFigures } from '../../../platform/live/market/painter.ts'
import { Change, Figure, Sparkline } from '../../market/index.ts'
import { COLUMNS, type Column } from './columns.ts'

type AssetRowProps = {
  readonly row: Row
  readonly rank: number
  readonly isSelected: boolean
  /** Roving tabindex: the single tab stop; arrow keys move on. */
  readonly isEntry: boolean
}

/** React renders the static parts; `bindFigures` paints the figures, so a tick causes no render. */
export const AssetRow = memo(function AssetRow({ row, rank, isSelected, isEntry }: AssetRowProps) {
  const bind = useCallback((element: HTMLTableRowElement) => bindFigures(element, row.symbol), [row.symbol])
  return (
    <tr ref={bind} data-symbol={row.symbol} aria-selected={isSelected} tabIndex={isEntry ? 0 : -1} className="asset-row">
      <td translate="no" className="col-rank num">
        {rank}
      </td>
      <th scope="row" className="col-name" tabIndex={-1}>
        <span className="name-cell">
          {/* After the first paint: each SVG is a document of its own, and ten of them took a quarter of the main thread until then. */}
          <img src={row.logo} alt="" width={20} height={20} loading="lazy" className="coin-logo" />
          <span className="coin-name">{row.name}</span> <span className="coin-symbol">{row.symbol}</span>
          <span className="coin-age num" data-age="" />
        </span>
        <span className="compact-cap">
          <Figure name="marketCap" />
        </span>
      </th>
      {COLUMNS.map((column) => (
        <td key={column.id} className={`col-${column.id}`} tabIndex={-1}>
          <FigureCell column={column} row={row} />
        </td>
      ))}
    </tr>
  )
}, isSameRow)

function FigureCell({ column, row }: { readonly column: Column; readonly row: Row }) {
  if (column.id === 'change7d') {
    return (
      <span className="with-sparkline">
        <Change name="change7d" />
        <Sparkline closes={row.sparkline} />
      </span>
    )
  }
  if (column.id === 'volume') {
    return (
      <span className="two-figures">
        <Figure name="volume" /> <Figure name="volumeCoins" className="in-coins" />
      </span>
    )
  }
  if (column.id === 'change1h' || column.id === 'change24h') return <Change name={column.id} />
  return column.figures.map((name) => <Figure key={name} name={name} />)
}

/** A refetched page has new objects: compares only what React renders. */
function isSameRow(a: AssetRowProps, b: AssetRowProps): boolean {
  const same = a.rank === b.rank && a.isSelected === b.isSelected && a.isEntry === b.isEntry
  return same && isSameFrame(a.row, b.row)
}

const isSameFrame = (a: Row, b: Row): boolean =>
  a.symbol === b.symbol &&
  a.name === b.name &&
  a.logo === b.logo &&
  a.sparkline.length === b.sparkline.length &&
  a.sparkline.every((close, index) => close === b.sparkline[index])
