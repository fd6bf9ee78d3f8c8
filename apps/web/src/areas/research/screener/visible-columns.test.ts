import { expect, it } from 'vitest'
import { visibleColumns } from './screener-slot.tsx'

const dollars = (width: number | null, count: number) => visibleColumns(width, { count, hasUnits: false })

it('fills the width with whole columns', () => {
  expect([228, 460, 621, 639, 640, 1340].map((width) => dollars(width, 8))).toEqual([1, 3, 4, 4, 4, 8])
})

it('reserves room for the longest price: three lists side by side at 1440 and 1920, and at 1440 beside the agent', () => {
  const columns = [461, 621, 333].map((width) => (width - 132) / dollars(width, 8))
  expect(columns.every((width) => width >= '$0.00001473'.length * 8.3 + 16)).toBe(true)
})

it('reserves room for the name of a currency other than the dollar', () => {
  expect([460, 621, 1340].map((width) => visibleColumns(width, { count: 8, hasUnits: true }))).toEqual([2, 3, 7])
})

it('shows at least one column, and no more than there are', () => {
  expect([dollars(150, 8), dollars(1340, 2), dollars(null, 8), dollars(null, 0)]).toEqual([1, 2, 8, 1])
})
