import { MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import type { Present } from '@aerie/wire/market/present'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { BoardCoin } from '../../../live/market/board.ts'
import { type Box, useBox } from '../use-box.ts'
import { SPAN_WORDS } from '../wall/wall-words.ts'
import { MapLegend } from './map-legend.tsx'
import { MapTile } from './map-tile.tsx'
import { tileMap } from './tiles.ts'

type HeatMapProps = { readonly coins: readonly BoardCoin[]; readonly settings: Pick<Present, 'basis' | 'grouped' | 'sizing'> }

/** The market as a map: a tile for each coin, as large as its market cap, coloured by its change. */
export function HeatMap({ coins, settings }: HeatMapProps) {
  const area = useRef<HTMLDivElement>(null)
  const box = useBox(area)
  const capless = coins.reduce((count, { marketCap }) => count + (marketCap === null ? 1 : 0), 0)
  return (
    <div className="wall-map">
      <MapLegend span={settings.basis} sizing={settings.sizing} capless={capless} />
      <div ref={area} className="wall-map-area">
        {box !== null && <Tiles coins={coins} settings={settings} box={box} />}
      </div>
    </div>
  )
}

/** Height of an industry's title, in em of a note. */
const TITLE_EM = 1.35

function Tiles({ coins, settings: { basis, grouped, sizing }, box }: HeatMapProps & { readonly box: Box }) {
  // Tiles that moved with each tick could not be read: places follow market caps once a minute.
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
      <ul aria-label={mapLabel(SPAN_WORDS[basis])}>
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

/** The coins as they were up to a minute ago, unless others have a place now. */
function useStillCoins(coins: readonly BoardCoin[]): readonly BoardCoin[] {
  const [still, setStill] = useState(coins)
  const newest = useRef(coins)
  newest.current = coins
  useEffect(() => every(MINUTE_MS, () => setStill(newest.current)), [])
  if (placesOf(still) !== placesOf(coins)) setStill(coins)
  return still
}

const placesOf = (coins: readonly BoardCoin[]): string => coins.map(({ symbol, marketCap }) => (marketCap === null ? '' : symbol)).join()

const mapLabel = (text: string) => `Coins by market cap, with their change over ${text}`
