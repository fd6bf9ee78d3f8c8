import type { TradeTuple } from '@aerie/wire/market/charts'
import { expect, it } from 'vitest'
import { newTrades } from './trades-tape.tsx'

const trade = (at: number): TradeTuple => [at, 100, 2, 'buy']
const list = (...times: readonly number[]) => times.map(trade)

it('counts what came since, also where older trades have left at the other end', () => {
  expect(newTrades(list(3, 2, 1), list(5, 4, 3, 2))).toBe(2)
  expect(newTrades(list(3, 2, 1), list(3, 2, 1))).toBe(0)
  expect(newTrades([], list(2, 1))).toBe(2)
})

it('tells two equal trades of one moment apart', () => {
  expect(newTrades(list(1), list(1, 1))).toBe(0)
  expect(newTrades(list(2, 1, 1), list(2, 2, 1, 1))).toBe(1)
})

it('takes everything for new where nothing is the same', () => {
  expect(newTrades(list(3, 2, 1), list(9, 8))).toBe(2)
  expect(newTrades(list(3), [])).toBe(0)
})
