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

it('takes a name for its coin', () => expect(suggested('bitcoin')[0]).toBe('BTC'))
it('forgives a slip of the finger', () => {
  expect(suggested('DGOE')[0]).toBe('DOGE')
  expect(suggested('etherium')[0]).toBe('ETH')
})
it('offers the largest where nothing is near', () => expect(suggested('QQQQQQQQ')).toEqual(['BTC', 'ETH', 'XRP', 'SOL', 'ETC']))
it('counts letters added, dropped and changed', () => {
  expect(editDistance('kitten', 'sitting')).toBe(3)
  expect(editDistance('', 'abc')).toBe(3)
})
