import { known, unknown } from '@aerie/core/known'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { breadthOf, moversOf, newestOf, totalOf } from './market-breadth.ts'

const coin = (symbol: string, more: Partial<BoardCoin> = {}): BoardCoin => ({
  symbol,
  name: symbol,
  logo: '',
  color: '',
  industries: [],
  rank: 1,
  price: 110,
  asOf: 1,
  quote: 'USD',
  closes: { '1h': 110, '24h': 100, '7d': null },
  marketCap: 1100,
  volume24h: 5,
  circulatingSupply: 10,
  sparkline: [],
  isStale: false,
  ...more,
})
const symbols = (coins: readonly BoardCoin[]) => coins.map(({ symbol }) => symbol)

describe('breadth', () => {
  it('counts gainers, losers and coins with unknown change', () => {
    const coins = [
      coin('UP'),
      coin('DOWN', { price: 90, isStale: true }),
      coin('FLAT', { price: 100.004 }),
      coin('NEW', { closes: { '1h': null, '24h': null, '7d': null } }),
      coin('MUTE', { price: null }),
    ]
    expect(breadthOf(coins, '24h')).toEqual({ up: 1, down: 1, unchanged: 1, unknown: 2, stale: 1, total: 5 })
    expect(breadthOf(coins, '7d')).toMatchObject({ up: 0, down: 0, unknown: 5 })
  })

  it('counts every coin once', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })), fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }))),
        ),
        (all) => {
          const coins = all.map(([price, close], index) => coin(`C${index}`, { price, closes: { '1h': close, '24h': close, '7d': close } }))
          const { up, down, unchanged, unknown: rest, total } = breadthOf(coins, '24h')
          expect(up + down + unchanged + rest).toBe(total)
        },
      ),
    ))
})

describe('the whole market', () => {
  it('changes with its total, based on the coins whose change is known', () => {
    // 1100 was 1000 and 1800 was 2000: 2900 against 3000. C has no previous close, so it counts only in the sum.
    const coins = [
      coin('A'),
      coin('B', { marketCap: 1800, price: 90 }),
      coin('C', { marketCap: 100, closes: { '1h': null, '24h': null, '7d': null }, volume24h: null }),
      coin('D', { marketCap: null }),
    ]
    expect(totalOf(coins, '24h')).toEqual({
      cap: known(3000),
      capCoins: 3,
      change: known(expect.closeTo(-100 / 30, 10)),
      changeCoins: 2,
      volume: known(15),
      volumeCoins: 3,
      leaderShare: known(60),
      leader: 'B',
    })
  })

  it('is unknown, not 0, when no coin is known', () => {
    const nothing = totalOf([coin('A', { price: null, marketCap: null, volume24h: null })], '24h')
    expect([nothing.cap, nothing.change, nothing.volume, nothing.leaderShare]).toEqual([
      unknown('no-supply'),
      unknown('no-history'),
      unknown('no-supply'),
      unknown('no-supply'),
    ])
  })
})

it('ranks movers from best and from worst, without stale and unknown ones', () => {
  const coins = [
    coin('A', { price: 101 }),
    coin('B', { price: 120 }),
    coin('C', { price: 80 }),
    coin('D', { price: 95 }),
    coin('OLD', { price: 300, isStale: true }),
    coin('NONE', { price: null }),
    coin('FLAT', { price: 100 }),
  ]
  const { gainers, losers } = moversOf(coins, '24h', 5)
  expect([symbols(gainers), symbols(losers)]).toEqual([
    ['B', 'A'],
    ['C', 'D'],
  ])
  expect(symbols(moversOf(coins, '24h', 1).gainers)).toEqual(['B'])
})

it('ranks by volume without stale and unknown ones', () => {
  const coins = [
    coin('A', { volume24h: 5 }),
    coin('B', { volume24h: 9 }),
    coin('OLD', { volume24h: 99, isStale: true }),
    coin('NONE', { volume24h: null }),
  ]
  expect(symbols(moversOf(coins, '24h', 5).traded)).toEqual(['B', 'A'])
})

it('is as recent as its newest price', () => {
  expect(newestOf([coin('A', { asOf: 5 }), coin('B', { asOf: null }), coin('C', { asOf: 9 })])).toBe(9)
  expect(newestOf([coin('B', { asOf: null })])).toBeNull()
})
