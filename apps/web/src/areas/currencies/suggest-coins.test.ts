import { defined } from '@aerie/core/defined'
import { expect, it } from 'vitest'
import { editDistance, suggestCoins } from './currencies-page.tsx'

const coins = [
  ['BTC', 'Bitcoin'],
  ['ETH', 'Ethereum'],
  ['XRP', 'XRP'],
  ['SOL', 'Solana'],
  ['ETC', 'Ethereum Classic'],
  ['DOGE', 'Dogecoin'],
].map(([symbol, name]) => ({ symbol: defined(symbol), name: defined(name), logo: null }))
const suggested = (typed: string) => suggestCoins(typed, coins).map(({ symbol }) => symbol)

it('matches a coin by its name', () => expect(suggested('bitcoin')[0]).toBe('BTC'))
it('tolerates a typo', () => {
  expect(suggested('DGOE')[0]).toBe('DOGE')
  expect(suggested('etherium')[0]).toBe('ETH')
})
it('suggests the largest coins when nothing is similar', () => expect(suggested('QQQQQQQQ')).toEqual(['BTC', 'ETH', 'XRP', 'SOL', 'ETC']))
it('counts letters added, removed and changed', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3)
  expect(editDistance('', 'abc')).toBe(3)
})
