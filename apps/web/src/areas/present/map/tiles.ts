import type { Known } from '@aerie/core/known'
import { percentChange } from '@aerie/core/numbers/percent-change'
import { INDUSTRIES } from '@aerie/wire/market/market'
import type { ChangeSpan } from '@aerie/wire/market/present'
import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy'
import type { BoardCoin } from '../../../platform/live/market/board.ts'

/** Pixels from the upper left corner; `group` is the industry, null if the map is not grouped. */
export type Tile = Box & { readonly symbol: string; readonly group: string | null }
/** `title` is null if the map is not grouped. */
export type TileGroup = Box & { readonly title: string | null }
type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
export type TileMap = { readonly tiles: readonly Tile[]; readonly groups: readonly TileGroup[] }

type MapSize = {
  readonly width: number
  readonly height: number
  readonly titleHeight: number
  readonly isGrouped: boolean
  readonly isEven: boolean
  /** Whether the coin's name is legible in a tile of this size. */
  readonly hasRoom: (symbol: string, tile: Box) => boolean
}

/** Between tiles in px; between industries as a share of the title height. */
const GAP_PX = 2
const GROUP_GAP = 0.2
/** Average letter width of Inter plus a margin, as a share of the title height. */
const LETTER = 0.46

type Leaf = { readonly symbol: string; readonly cap: number }
type Branch = { readonly title: string | null; readonly children: readonly (Branch | Leaf)[] }

/** Largest share of one coin by market cap: without it BTC takes more than half, and most of the others have no room for their names. */
export const LARGEST_SHARE = 0.25

/** The market cap above which a tile stops growing; infinite if no coin has more than the largest share. */
export function largestCap(coins: readonly BoardCoin[]): number {
  const caps = leaves(coins)
    .map(({ cap }) => cap)
    .toSorted((a, b) => b - a)
  let rest = caps.reduce((sum, cap) => sum + cap, 0)
  for (const [larger, cap] of caps.entries()) {
    const shareOfRest = 1 - larger * LARGEST_SHARE
    if (shareOfRest <= 0) break
    const most = (LARGEST_SHARE * rest) / shareOfRest
    if (cap <= most) return larger === 0 ? Number.POSITIVE_INFINITY : most
    rest -= cap
  }
  return Number.POSITIVE_INFINITY
}

/** Smallest shares of the map to try: nobody hovers over a wall, so a tile without a name is useless. */
const SMALLEST_SHARES = [0, 0.0025, 0.005, 0.0075, 0.01, 0.0125, 0.015, 0.0175, 0.02, 0.025, 0.03]

/**
 * Treemap by market cap, up to the largest share, or with equal areas. Coins too small for their names are enlarged, and no more than that
 * takes; if that is not enough, the smallest of them are left out. Excludes coins without a known cap.
 */
export function tileMap(coins: readonly BoardCoin[], size: MapSize): TileMap {
  let nameless = new Set<string>()
  for (const share of SMALLEST_SHARES) {
    const map = layOut(coins, size, share)
    const without = map.tiles.filter((tile) => !size.hasRoom(tile.symbol, tile)).map(({ symbol }) => symbol)
    if (without.length === 0) return map
    if (nameless.size === 0 || without.length < nameless.size) nameless = new Set(without)
  }
  const smallestFirst = coins.filter(({ symbol }) => nameless.has(symbol)).toSorted((a, b) => (a.marketCap ?? 0) - (b.marketCap ?? 0))
  // A few at a time: the space of each makes room for others.
  const omitted = new Set(smallestFirst.slice(0, Math.ceil(nameless.size / 4)))
  return tileMap(
    coins.filter((coin) => !omitted.has(coin)),
    size,
  )
}

/** Width of a tile in heights: labels are about twice as wide as high. */
const TILE_RATIO = 2
const squarify = treemapSquarify.ratio(1)

/** Squarified treemap (Bruls, Huizing and van Wijk, 2000). */
function layOut(coins: readonly BoardCoin[], { width, height, titleHeight, isGrouped, isEven }: MapSize, smallest: number): TileMap {
  const most = largestCap(coins)
  const least = smallest * leaves(coins).reduce((sum, { cap }) => sum + Math.min(cap, most), 0)
  const root = hierarchy<Branch | Leaf>(isGrouped ? groupedTree(coins) : { title: null, children: leaves(coins) }, (node) =>
    'children' in node ? node.children : null,
  )
    .sum((node) => ('cap' in node ? (isEven ? 1 : Math.max(least, Math.min(node.cap, most))) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const laid = treemap<Branch | Leaf>()
    .tile((parent, x0, y0, x1, y1) => {
      squarify(parent, 0, y0, (x1 - x0) / TILE_RATIO, y1)
      for (const child of parent.children ?? []) {
        child.x0 = x0 + child.x0 * TILE_RATIO
        child.x1 = x0 + child.x1 * TILE_RATIO
      }
    })
    .size([width, height])
    .paddingInner((node) => (isGrouped && node.depth === 0 ? Math.max(GAP_PX, titleHeight * GROUP_GAP) : GAP_PX))
    .paddingTop((node) => (node.depth === 1 && hasRoomForTitle(node, titleHeight) ? titleHeight : 0))
    .round(true)(root)
  const groups = (isGrouped ? (laid.children ?? []) : []).flatMap((node): TileGroup[] =>
    'title' in node.data && hasRoomForTitle(node, titleHeight) ? [{ title: node.data.title, ...boxOf(node) }] : [],
  )
  const tiles = laid
    .leaves()
    .flatMap((node): Tile[] => ('symbol' in node.data ? [{ symbol: node.data.symbol, group: titleOf(node.parent), ...boxOf(node) }] : []))
  return { tiles, groups }
}

const titleOf = (node: HierarchyRectangularNode<Branch | Leaf> | null): string | null =>
  node !== null && 'title' in node.data ? node.data.title : null

/** Whether the title is legible and leaves at least its own height for the coins. */
const hasRoomForTitle = ({ data, x0, x1, y0, y1 }: HierarchyRectangularNode<Branch | Leaf>, titleHeight: number): boolean =>
  'title' in data && data.title !== null && x1 - x0 >= data.title.length * LETTER * titleHeight && y1 - y0 > 2 * titleHeight

const boxOf = ({ x0, x1, y0, y1 }: HierarchyRectangularNode<Branch | Leaf>): Box => ({ left: x0, top: y0, width: x1 - x0, height: y1 - y0 })

const leaves = (coins: readonly BoardCoin[]): Leaf[] =>
  coins.flatMap(({ symbol, marketCap }) => (marketCap === null || marketCap <= 0 ? [] : [{ symbol, cap: marketCap }]))

/** A coin in several industries is placed in the first one only, so that its market cap is drawn once. */
function groupedTree(coins: readonly BoardCoin[]): Branch {
  const named = INDUSTRIES.flatMap(({ title, value }) => (value === undefined ? [] : [{ title, value }]))
  const branches = named.map(({ title, value }) => ({
    title,
    children: leaves(coins.filter(({ industries: [first] }) => first === value)),
  }))
  const others = leaves(coins.filter(({ industries }) => industries.length === 0))
  return {
    title: null,
    children: [...branches, { title: 'Other coins', children: others }].filter(({ children }) => children.length > 0),
  }
}

/** In percent. */
export const changeOver = ({ price, closes }: Pick<BoardCoin, 'price' | 'closes'>, span: ChangeSpan): Known<number> =>
  percentChange(price, closes[span])

/** Change in percent with full colour; large coins rarely exceed it within the span. */
export const FULL_AT: Readonly<Record<ChangeSpan, number>> = { '1h': 1.5, '24h': 5, '7d': 12 }
/** Colour steps on each side of unchanged. */
const SHADES = 4

/** -4 to 4; 0 for what rounds to 0.00%. */
export function shadeOf(percent: number, span: ChangeSpan): number {
  if (Math.abs(percent) < 0.005) return 0
  return Math.sign(percent) * Math.min(SHADES, Math.max(1, Math.ceil((Math.abs(percent) / FULL_AT[span]) * SHADES)))
}

export type Mover = { readonly coin: BoardCoin; readonly percent: number }
export type Movers = {
  readonly gainers: readonly Mover[]
  readonly losers: readonly Mover[]
  readonly unknown: number
}

export function moversOf(coins: readonly BoardCoin[], span: ChangeSpan, count: number): Movers {
  const changes = coins.map((coin) => ({ coin, change: coin.isStale ? null : changeOver(coin, span) }))
  const moved = changes.flatMap(({ coin, change }) => (change?.known ? [{ coin, percent: change.value }] : []))
  moved.sort((a, b) => b.percent - a.percent || a.coin.rank - b.coin.rank)
  return {
    gainers: moved.filter(({ percent }) => shadeOf(percent, span) > 0).slice(0, count),
    losers: moved
      .filter(({ percent }) => shadeOf(percent, span) < 0)
      .reverse()
      .slice(0, count),
    unknown: coins.length - moved.length,
  }
}
