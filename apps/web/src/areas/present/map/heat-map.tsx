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
import { type Box, type TypeSizes, tileLabel, useBox } from '../use-box.ts'
import { changeOver, FULL_AT, LARGEST_SHARE, largestCap, shadeOf, type Tile, tileMap } from './tiles.ts'

type HeatMapProps = { readonly coins: readonly BoardCoin[]; readonly settings: Pick<Present, 'basis' | 'grouped' | 'sizing'> }

export function HeatMap({ coins, settings }: HeatMapProps) {
  const area = useRef<HTMLDivElement>(null)
  const box = useBox(area)
  const capless = coins.reduce((count, { marketCap }) => count + (marketCap === null ? 1 : 0), 0)
  return (
    <div className="wall-map">
      <MapLegend span={settings.basis} sizing={settings.sizing} capless={capless} limited={limitedSymbols(coins)} />
      <div ref={area} className="wall-map-area">
        {box !== null && <Tiles coins={coins} settings={settings} box={box} />}
      </div>
    </div>
  )
}

const TITLE_EM = 1.35

function Tiles({ coins, settings: { basis, grouped, sizing }, box }: HeatMapProps & { readonly box: Box }) {
  // The layout updates once a minute: tiles moving on every tick would be unreadable.
  const still = useStillCoins(coins)
  const { tiles, groups } = useMemo(
    () =>
      tileMap(still, {
        width: box.width,
        height: box.height,
        titleHeight: box.notePx * TITLE_EM,
        isGrouped: grouped,
        isEven: sizing === 'even',
      }),
    [still, box, grouped, sizing],
  )
  const bySymbol = new Map(coins.map((coin) => [coin.symbol, coin]))
  return (
    <>
      {groups.map(({ title, left, top, width }) => (
        <p key={title} className="wall-map-group" style={{ left, top, width }} aria-hidden="true">
          {title}
        </p>
      ))}
      <ul aria-label={mapLabel(spanLabels[basis])}>
        {tiles.map((tile) => {
          const coin = bySymbol.get(tile.symbol)
          return coin === undefined ? null : (
            <MapTile key={tile.symbol} tile={tile} coin={coin} span={basis} readPx={box.readPx} notePx={box.notePx} />
          )
        })}
      </ul>
    </>
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
  readonly capless: number
  readonly limited: readonly string[]
}

function MapLegend({ span, sizing, capless, limited }: LegendProps) {
  const isReplay = useMarketStatus()?.source === 'replay'
  return (
    <div className="wall-legend num">
      <p>
        {sizing === 'cap' ? sizeText({ isReplay, limited }) : 'All tiles have the same size.'} Colour: change over {spanLabels[span]}.
        {capless > 0 && ` Not shown, market cap not known: ${capless}.`}
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

function sizeText({ isReplay, limited }: { readonly isReplay: boolean; readonly limited: readonly string[] }): string {
  const limit = limited.length === 0 ? '' : `, at most ${LARGEST_SHARE * 100}% of the map (${limited.join(', ')})`
  return `Size: market cap${isReplay ? ' at today’s supply' : ''}${limit}.`
}

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
      <span aria-hidden="true" className="wall-tile-label num" data-lines={lines}>
        {lines > 0 && <b>{coin.symbol}</b>}
        {lines > 1 && <span translate="no">{change.known ? percentText(change.value) : DASH}</span>}
        {lines > 2 && coin.price !== null && <span translate="no">{priceText(coin.price, coin.quote)}</span>}
      </span>
    </li>
  )
})
