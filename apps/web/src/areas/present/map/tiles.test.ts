import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { changeOver, FULL_AT, largestCap, moversOf, shadeOf, tileMap } from './tiles.ts'

const coin = (symbol: string, more: Partial<BoardCoin> = {}): BoardCoin => ({
  symbol,
  name: symbol,
  logo: '',
  color: '#112233',
  industries: [],
  rank: 1,
  price: 100,
  asOf: 1,
  quote: 'USD',
  closes: { '1h': 100, '24h': 100, '7d': 100 },
  marketCap: 100,
  volume24h: null,
  circulatingSupply: null,
  sparkline: [],
  isStale: false,
  ...more,
})
const SIZE = { width: 1600, height: 900, titleHeight: 0, isGrouped: false, isEven: false, hasRoom: () => true }
const area = ({ width, height }: { width: number; height: number }) => width * height

it('sizes each coin by its market cap, within the map and without overlap', () => {
  const caps = [2_400, 2_200, 1_900, 1_500, 1_000, 600, 300, 100]
  const { tiles } = tileMap(
    caps.map((marketCap, index) => coin(`C${index}`, { marketCap })),
    SIZE,
  )
  expect(tiles.length).toBe(caps.length)
  for (const [index, cap] of caps.entries()) {
    const tile = defined(tiles.find(({ symbol }) => symbol === `C${index}`))
    // Tolerance for gaps and rounding to whole pixels.
    expect(area(tile) / (1600 * 900)).toBeCloseTo(cap / 10_000, 1.7)
  }
  for (const [index, one] of tiles.entries()) {
    expect(one.left >= 0 && one.top >= 0 && one.left + one.width <= 1600 && one.top + one.height <= 900).toBe(true)
    for (const other of tiles.slice(index + 1)) {
      const isApart =
        one.left + one.width <= other.left ||
        other.left + other.width <= one.left ||
        one.top + one.height <= other.top ||
        other.top + other.height <= one.top
      expect([one.symbol, other.symbol, isApart]).toEqual([one.symbol, other.symbol, true])
    }
  }
})

it('gives no coin more than a quarter of the map, and the others the rest by market cap', () => {
  const coins = [9_000, 400, 300, 200, 100].map((marketCap, index) => coin(`C${index}`, { marketCap }))
  const shares = tileMap(coins, SIZE).tiles.map((tile) => area(tile) / (1600 * 900))
  for (const [index, share] of [0.25, 0.25, 0.25, 0.1667, 0.0833].entries()) expect(shares[index]).toBeCloseTo(share, 1.7)
  expect(largestCap([coin('A', { marketCap: 9_000 }), coin('B', { marketCap: null })])).toBe(Number.POSITIVE_INFINITY)
  expect(largestCap(['A', 'B', 'C', 'D'].map((symbol) => coin(symbol)))).toBe(Number.POSITIVE_INFINITY)
})

it('keeps tiles wider than high, as their labels are', () => {
  const { tiles } = tileMap(
    Array.from({ length: 16 }, (_, index) => coin(`C${index}`)),
    { ...SIZE, width: 900, height: 900 },
  )
  const ratios = tiles.map(({ width, height }) => width / height)
  expect(Math.min(...ratios)).toBeGreaterThan(1.2)
  expect(Math.max(...ratios)).toBeLessThan(4)
})

it('enlarges coins that are too small for their names, by no more than that takes', () => {
  const coins = Array.from({ length: 50 }, (_, index) => coin(`C${index}`, { marketCap: 1e6 * 0.8 ** index }))
  const hasRoom = (_: string, { width, height }: { width: number; height: number }) => width >= 85 && height >= 36
  const { tiles } = tileMap(coins, { ...SIZE, hasRoom })
  expect(tiles.filter((tile) => !hasRoom(tile.symbol, tile))).toEqual([])
  const shareOf = (symbol: string) => area(defined(tiles.find((tile) => tile.symbol === symbol))) / (1600 * 900)
  expect(shareOf('C0')).toBeGreaterThan(0.12)
  expect(shareOf('C0') / shareOf('C3')).toBeCloseTo(1 / 0.8 ** 3, 0.5)
  expect(shareOf('C49')).toBeLessThan(0.01)
})

it.each([[false], [true]])('leaves out small coins until every name has room, even: %s', (isEven) => {
  const coins = Array.from({ length: 100 }, (_, index) => coin(`C${index}`, { marketCap: 1e6 * 0.9 ** index }))
  const hasRoom = (_: string, { width, height }: { width: number; height: number }) => width >= 56 && height >= 18
  const shown = (width: number, height: number) => {
    const { tiles } = tileMap(coins, { ...SIZE, width, height, isEven, hasRoom })
    expect(tiles.filter((tile) => !hasRoom(tile.symbol, tile))).toEqual([])
    return tiles.map(({ symbol }) => symbol)
  }
  const few = shown(651, 137)
  expect(few.length).toBeGreaterThan(25)
  expect(few).toEqual(expect.arrayContaining(coins.slice(0, 25).map(({ symbol }) => symbol)))
  expect(shown(828, 256).length).toBeGreaterThan(few.length)
  expect(shown(40, 40)).toEqual([])
})

it('sizes all coins equally in even mode', () => {
  const coins = [9_000, 90, 9, 1, 500, 40, 3, 7].map((marketCap, index) => coin(`C${index}`, { marketCap }))
  const areas = tileMap(coins, { ...SIZE, isEven: true }).tiles.map(area)
  expect(areas.length).toBe(8)
  expect(Math.max(...areas) / Math.min(...areas)).toBeLessThan(1.05)
})

it('omits a coin with unknown market cap, as its size is unknown rather than zero', () => {
  const { tiles } = tileMap([coin('A'), coin('B', { marketCap: null }), coin('C', { marketCap: 0 })], SIZE)
  expect(tiles.map(({ symbol }) => symbol)).toEqual(['A'])
})

it('groups the coins of an industry under its title, each coin once', () => {
  const { tiles, groups } = tileMap(
    [
      coin('A', { industries: ['MEME'], marketCap: 300 }),
      coin('B', { industries: ['MEME', 'ARTIFICIAL_INTELLIGENCE'], marketCap: 300 }),
      coin('C', { industries: ['ARTIFICIAL_INTELLIGENCE'], marketCap: 300 }),
      coin('D', { marketCap: 200 }),
      coin('E', { marketCap: 300 }),
      coin('F', { marketCap: 300 }),
    ],
    { ...SIZE, titleHeight: 40, isGrouped: true },
  )
  expect(groups.map(({ title }) => title)).toEqual(['Other coins', 'Meme', 'AI'])
  expect(tiles.map(({ symbol }) => symbol).sort()).toEqual(['A', 'B', 'C', 'D', 'E', 'F'])
  const meme = itemAt(groups, 1)
  for (const symbol of ['A', 'B']) {
    const tile = defined(tiles.find((each) => each.symbol === symbol))
    expect(tile.left >= meme.left && tile.left + tile.width <= meme.left + meme.width).toBe(true)
    expect(tile.top).toBeGreaterThanOrEqual(meme.top + 40)
  }
})

it('titles an industry where the title fits, keeps industries apart, and assigns each coin its own', () => {
  const { tiles, groups } = tileMap(
    [
      coin('A', { industries: ['MEME'], marketCap: 200 }),
      coin('B', { industries: ['ARTIFICIAL_INTELLIGENCE'], marketCap: 200 }),
      coin('C', { marketCap: 600 }),
    ],
    { ...SIZE, width: 150, height: 1000, titleHeight: 90, isGrouped: true },
  )
  // All tiles are equally narrow: only the short title fits.
  expect(groups.map(({ title }) => title)).toEqual(['AI'])
  expect(Object.fromEntries(tiles.map(({ symbol, group }) => [symbol, group]))).toEqual({ A: 'Meme', B: 'AI', C: 'Other coins' })
  const tileOf = (symbol: string) => defined(tiles.find((tile) => tile.symbol === symbol))
  const [c, a] = [tileOf('C'), tileOf('A')]
  expect(Math.max(a.left - (c.left + c.width), a.top - (c.top + c.height))).toBeGreaterThanOrEqual(7)
})

it('has no tiles without coins', () => {
  expect(tileMap([], { ...SIZE, isGrouped: true })).toEqual({ tiles: [], groups: [] })
})

it.each([
  [0, '24h', 0],
  [0.004, '24h', 0],
  [-0.004, '24h', 0],
  [0.006, '24h', 1],
  [FULL_AT['24h'] / 4, '24h', 1],
  [FULL_AT['24h'] / 4 + 0.01, '24h', 2],
  [FULL_AT['24h'], '24h', 4],
  [900, '24h', 4],
  [-0.006, '24h', -1],
  [-99, '1h', -4],
  [1.2, '1h', 4],
  [1.2, '7d', 1],
] as const)('shades a change of %s percent over %s by %s', (percent, span, shade) => expect(shadeOf(percent, span)).toBe(shade))

it('does not treat an unknown change as no change', () => {
  expect(changeOver(coin('A', { closes: { '1h': null, '24h': 100, '7d': 0 } }), '1h').known).toBe(false)
  expect(changeOver(coin('A', { closes: { '1h': null, '24h': 100, '7d': 0 } }), '7d').known).toBe(false)
  expect(changeOver(coin('A', { price: null }), '24h').known).toBe(false)
  expect(changeOver(coin('A', { price: 110 }), '24h')).toMatchObject({ known: true })
})

it('sorts movers, counts coins with no known change, and ignores stale prices', () => {
  const at = (symbol: string, price: number | null, more: Partial<BoardCoin> = {}) => coin(symbol, { price, ...more })
  const coins = [
    at('UP1', 101),
    at('UP5', 105),
    at('DOWN3', 97),
    at('FLAT', 100),
    at('DOWN9', 91),
    at('OLD', 200, { isStale: true }),
    at('NEW', 100, { closes: { '1h': null, '24h': null, '7d': null } }),
    at('NONE', null),
  ]
  const { gainers, losers, unknown } = moversOf(coins, '24h', 8)
  expect(gainers.map(({ coin: { symbol } }) => symbol)).toEqual(['UP5', 'UP1'])
  expect(losers.map(({ coin: { symbol } }) => symbol)).toEqual(['DOWN9', 'DOWN3'])
  expect(unknown).toBe(3)
  expect(moversOf(coins, '24h', 1).gainers.length).toBe(1)
})
