import type { TradeTuple } from '@aerie/wire/market/charts'
import { expect, it } from 'vitest'
import { newTrades } from './trades-tape.tsx'

const trade = (at: number): TradeTuple => [at, 100, 2, 'buy']
const list = (...times: readonly number[]) => times.map(trade)

it('counts new trades, even when older ones have dropped off the other end', () => {
  expect(newTrades(list(3, 2, 1), list(5, 4, 3, 2))).toBe(2)
  expect(newTrades(list(3, 2, 1), list(3, 2, 1))).toBe(0)
  expect(newTrades([], list(2, 1))).toBe(2)
})

it('distinguishes two equal trades at the same time', () => {
  expect(newTrades(list(1), list(1, 1))).toBe(0)
  expect(newTrades(list(2, 1, 1), list(2, 2, 1, 1))).toBe(1)
})

it('treats all trades as new when none match', () => {
  expect(newTrades(list(3, 2, 1), list(9, 8))).toBe(2)
  expect(newTrades(list(3), [])).toBe(0)
})
