import { expect, it } from 'vitest'
import type { BoardCoin } from '../../../platform/live/market/board.ts'
import { sortedBy } from './movers-panel.tsx'

const coin = (symbol: string, price: number) => ({ symbol, price }) as BoardCoin

it('keeps listed coins in the order of their present figures, and the list itself while that is right', () => {
  const listed = [coin('A', 3), coin('B', 2)]
  const byPrice = ({ price }: BoardCoin) => -(price ?? 0)
  expect(sortedBy(listed, [coin('A', 3), coin('B', 2.5)], byPrice)).toBe(listed)
  expect(sortedBy(listed, [coin('A', 3), coin('B', 3.1)], byPrice).map(({ symbol }) => symbol)).toEqual(['B', 'A'])
})
