import type { TradeTuple } from '@aerie/wire/charts'
import { expect, it } from 'vitest'
import { keyedTrades } from './keyed-trades.ts'

it('gives equal trades keys of their own, which newer ones do not change', () => {
  const twin: TradeTuple = [1, 100, 2, 'buy']
  const before = keyedTrades([twin, [...twin]]).map(({ key }) => key)
  expect(new Set(before).size).toBe(2)
  const after = keyedTrades([[2, 101, 1, 'sell'], twin, [...twin]]).map(({ key }) => key)
  expect(after.slice(1)).toEqual(before)
})
