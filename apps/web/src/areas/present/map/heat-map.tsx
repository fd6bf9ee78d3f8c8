import { percentText } from '@aerie/core/numbers/number-text'
import { MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { ChangeSpan, Present } from '@aerie/wire/market/present'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { DASH } from '../../../platform/format/figures.ts'
import { priceText } from '../../../platform/format/market-text.ts'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { useMarketStatus } from '../../../platform/live/market/market-status.ts'
import { changeText, spanLabels } from '../messages.ts'
import { type TypeSizes, tileLabel, useBox } from '../use-box.ts'
import { changeOver, FULL_AT, LARGEST_SHARE, largestCap, shadeOf, type Tile, tileMap } from './tiles.ts'

type HeatMapProps = { readonly coins: readonly BoardCoin[]; readonly settings: Pick<Present, 'basis' | 'grouped' | 'sizing'> }

const TITLE_EM = 1.35

export function HeatMap({ coins, settings: { basis, grouped, sizing } }: HeatMapProps) {
  const area = useRef<HTMLDivElement>(null)
  const box = useBox(area)
  // The layout updates once a minute: tiles moving on every tick would be unreadable.
  const still = useStillCoins(coins)
  const map = useMemo(
    () =>
      box &&
      tileMap(still, {
        width: box.width,
        height: box.height,
        titleHeight: box.notePx * TITLE_EM,
        isGrouped: grouped,
        isEven: sizing === 'even',
        hasRoom: (symbol, tile) => tileLabel(symbol, tile, box).lines > 0,
      }),
    [still, box, grouped, sizing],
  )
  const bySymbol = new Map(coins.map((coin) => [coin.symbol, coin]))
  const capped = coins.filter(({ marketCap }) => marketCap !== null)
  const shown = map === null ? capped : map.tiles.flatMap(({ symbol }) => bySymbol.get(symbol) ?? [])
  return (
    <div className="wall-map">
      <MapLegend span={basis} sizing={sizing} shown={shown} among={capped.length} capless={coins.length - capped.length} />
      <div ref={area} className="wall-map-area">
        {map?.groups.map(({ title, left, top, width }) => (
          <p key={title} className="wall-map-group" style={{ left, top, width }} aria-hidden="true">
            {title}
          </p>
        ))}
        {box !== null && map !== null && (
          <ul aria-label={mapLabel(spanLabels[basis])}>
            {map.tiles.map((tile) => {
              const coin = bySymbol.get(tile.symbol)
              return coin === undefined ? null : (
                <MapTile key={tile.symbol} tile={tile} coin={coin} span={basis} readPx={box.readPx} notePx={box.notePx} />
              )
            })}
          </ul>
        )}
      </div>
    </div>
  )
}

/** Coins up to a minute old, unless the set of coins has changed. */
function useStillCoins(coins: readonly BoardCoin[]): readonly BoardCoin[] {
  const [still, setStill] = useState(coins)
  const newest = useRef(coins)
  newest.current = coins
  useEffect(() => every(MINUTE_MS, () => setStill(newest.current)), [])
  if (orderKeyOf(still) !== orderKeyOf(coins)) setStill(coins)
  return still
}

const orderKeyOf = (coins: readonly BoardCoin[]): string => coins.map(({ symbol, marketCap }) => (marketCap === null ? '' : symbol)).join()

const mapLabel = (text: string) => `Coins by market cap, with their change over ${text}`

const SHADES = [-4, -3, -2, -1, 0, 1, 2, 3, 4]

type LegendProps = {
  readonly span: ChangeSpan
  readonly sizing: Present['sizing']
  readonly shown: readonly BoardCoin[]
  /** How many coins there would be with room for all names. */
  readonly among: number
  readonly capless: number
}

function MapLegend({ span, sizing, shown, among, capless }: LegendProps) {
  const isReplay = useMarketStatus()?.source === 'replay'
  return (
    <div className="wall-legend num">
      <p>
        {sizing === 'cap' ? sizeText(isReplay, limitedSymbols(shown)) : 'All tiles have the same size'}; {shownText(shown.length, among)}{' '}
        Colour: change over {spanLabels[span]}.{capless > 0 && ` Not shown, market cap not known: ${capless}.`}
      </p>
      <p className="wall-legend-scale">
        −{FULL_AT[span]}%
        {SHADES.map((shade) => (
          <i key={shade} data-shade={shade} aria-hidden="true" />
        ))}
        +{FULL_AT[span]}% <i data-shade="unknown" aria-hidden="true" /> not known
      </p>
    </div>
  )
}

function sizeText(isReplay: boolean, limited: readonly string[]): string {
  const limit = limited.length === 0 ? '' : `, at most ${LARGEST_SHARE * 100}% of the map (${limited.join(', ')})`
  return `Size: market cap${isReplay ? ' at today’s supply' : ''}${limit}. Small coins are enlarged`
}

/** Always there and equally long: a legend that grew by a line would leave room for fewer coins, and so on. */
const shownText = (shown: number, among: number): string => `${String(shown).padStart(String(among).length, '\u2007')} of ${among} shown.`

/** Coins drawn smaller than their market cap. */
function limitedSymbols(coins: readonly BoardCoin[]): readonly string[] {
  const most = largestCap(coins)
  return coins.filter(({ marketCap }) => (marketCap ?? 0) > most).map(({ symbol }) => symbol)
}

type MapTileProps = TypeSizes & { readonly tile: Tile; readonly coin: BoardCoin; readonly span: ChangeSpan }

/** An unknown change is hatched, to differ from an unchanged one. */
const MapTile = memo(function MapTile({ tile, coin, span, readPx, notePx }: MapTileProps) {
  const { left, top, width, height, group } = tile
  const change = changeOver(coin, span)
  const { px, lines } = tileLabel(coin.symbol, tile, { readPx, notePx })
  // The industry's title may not have fit.
  const description = `${coin.name}${group === null ? '' : `, ${group}`}: ${changeText(change, span)}${coin.isStale ? ', stale price' : ''}`
  return (
    <li
      className="wall-tile"
      data-shade={change.known ? shadeOf(change.value, span) : 'unknown'}
      data-stale={coin.isStale || undefined}
      style={{ left, top, width, height, fontSize: px }}
      title={description}
    >
      <span className="sr-only">{description}</span>
      <span aria-hidden="true" className="wall-tile-label num">
        <b>{coin.symbol}</b>
        {lines > 1 && <span translate="no">{change.known ? percentText(change.value) : DASH}</span>}
        {lines > 2 && coin.price !== null && <span translate="no">{priceText(coin.price, coin.quote)}</span>}
      </span>
    </li>
  )
})
