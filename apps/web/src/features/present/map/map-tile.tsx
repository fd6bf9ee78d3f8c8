import { percentText } from '@aerie/core/numbers/short-number-text'
import type { ChangeSpan } from '@aerie/wire/market/present'
import { memo } from 'react'
import type { BoardCoin } from '../../../live/market/board.ts'
import { priceText } from '../../../market-views/forecast/forecast-text.ts'
import { DASH } from '../../../platform/format/figures.ts'
import { changeWords } from '../wall/wall-words.ts'
import { type TypeSizes, tileLabel } from './tile-label.ts'
import { changeOver, shadeOf, type Tile } from './tiles.ts'

type MapTileProps = TypeSizes & { readonly tile: Tile; readonly coin: BoardCoin; readonly span: ChangeSpan }

/** One coin on the map. A change that is not known is hatched, never the colour of unchanged. */
export const MapTile = memo(function MapTile({ tile, coin, span, readPx, notePx }: MapTileProps) {
  const { left, top, width, height, group } = tile
  const change = changeOver(coin, span)
  const { px, lines } = tileLabel(coin.symbol, tile, { readPx, notePx })
  // A title of its industry may have had no room.
  const words = `${coin.name}${group === null ? '' : `, ${group}`}: ${changeWords(change, span)}${coin.isStale ? ', stale price' : ''}`
  return (
    <li
      className="wall-tile"
      data-shade={change.known ? shadeOf(change.value, span) : 'unknown'}
      data-stale={coin.isStale || undefined}
      style={{ left, top, width, height, fontSize: px }}
      title={words}
    >
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="wall-tile-label num" data-lines={lines}>
        {lines > 0 && <b>{coin.symbol}</b>}
        {lines > 1 && <span translate="no">{change.known ? percentText(change.value) : DASH}</span>}
        {lines > 2 && coin.price !== null && <span translate="no">{priceText(coin.price, coin.quote)}</span>}
      </span>
    </li>
  )
})
