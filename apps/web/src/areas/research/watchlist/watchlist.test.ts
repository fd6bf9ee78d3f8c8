import { itemAt } from '@aerie/core/item-at'
import type { Watchlists } from '@aerie/wire/workspace/workspace'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { neighbourAfter, placed } from '../reorder/use-reorder.ts'
import { readPasted } from './watchlist-bar.tsx'
import { addCoins, deleteList, freeName, insertCoin, insertList, removeCoin, renameList } from './watchlist-edits.ts'

const COINS = [
  { symbol: 'BTC', name: 'Bitcoin' },
  { symbol: 'BCH', name: 'Bitcoin Cash' },
  { symbol: 'ETH', name: 'Ethereum' },
  { symbol: 'SOL', name: 'Solana' },
  { symbol: '1INCH', name: '1inch' },
]
const lists = (...symbols: string[]): Watchlists => ({
  lists: [
    { id: 'a', name: 'Mine', symbols },
    { id: 'b', name: 'Other', symbols: ['ADA'] },
  ],
})
const coinsOf = (all: Watchlists, id = 'a') => all.lists.find((list) => list.id === id)?.symbols

it('adds, removes and restores coins of one list without changing the others', () => {
  const added = addCoins('a', ['SOL', 'BTC'])(lists('BTC', 'ETH'))
  expect([coinsOf(added), coinsOf(added, 'b')]).toEqual([['BTC', 'ETH', 'SOL'], ['ADA']])
  const removed = removeCoin('a', 'ETH')(added)
  expect(coinsOf(removed)).toEqual(['BTC', 'SOL'])
  expect(coinsOf(insertCoin('a', 'ETH', 'SOL')(removed))).toEqual(['BTC', 'ETH', 'SOL'])
})

it('is idempotent for every change', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom('BTC', 'ETH', 'SOL', 'XRP')),
      fc.constantFrom('BTC', 'ETH'),
      fc.constantFrom('SOL', 'XRP', null),
      (symbols, coin, before) => {
        for (const change of [
          addCoins('a', [coin]),
          removeCoin('a', coin),
          insertCoin('a', coin, before),
          renameList('a', 'New'),
          deleteList('b'),
        ]) {
          const once = change(lists(...symbols))
          expect(change(once)).toEqual(once)
        }
      },
    ),
  ))

it('moves a dragged item to where it was dropped', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(9), { minLength: 1 }), fc.nat(), fc.nat(), (items, a, b) => {
      const [from, to] = [a % items.length, b % items.length]
      const moved = itemAt(items, from)
      expect(placed(items, moved, neighbourAfter(items, from, to)).indexOf(moved)).toBe(to)
    }),
  ))

it('restores a deleted list at its old position, and never duplicates a list', () => {
  const first = { id: 'a', name: 'Mine', symbols: ['BTC'] }
  const without = deleteList('a')(lists('BTC'))
  const back = insertList(first, 0)(without)
  expect(back).toEqual(lists('BTC'))
  expect(insertList(first, 1)(back)).toEqual(back)
})

it('finds an unused name', () => {
  expect(freeName({ lists: [] })).toBe('Watchlist')
  expect(freeName({ lists: [{ id: 'a', name: 'Watchlist', symbols: [] }] })).toBe('Watchlist 2')
})

it.each([
  ['BTC, eth\n$sol', ['BTC', 'ETH', 'SOL'], []],
  ['BINANCE:BTCUSDT,COINBASE:ETHUSD,BYBIT:SOLUSDT.P', ['BTC', 'ETH', 'SOL'], []],
  ['btc/usd\nETH-PERP;SOL_USDC', ['BTC', 'ETH', 'SOL'], []],
  ['Bitcoin Cash\nsolana', ['BCH', 'SOL'], []],
  ['###Majors,BTC,BTC,"ETH"', ['BTC', 'ETH'], []],
  ['BTC ETH FOO 1inch', ['BTC', 'ETH', '1INCH'], ['FOO']],
  ['nonsense', [], ['nonsense']],
  ['', [], []],
])('parses %j', (text, found, unknown) => expect(readPasted(text, COINS)).toEqual({ found, unknown }))

it('parses any text in time, and finds only existing coins', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      const known = COINS.map(({ symbol }) => symbol)
      for (const symbol of readPasted(text, COINS).found) expect(known).toContain(symbol)
    }),
  ))
