import { expect, it } from 'vitest'
import { visibleColumns } from './visible-columns.ts'

it('fills the width with whole columns', () => {
  expect([228, 460, 600, 639, 640, 1340].map((width) => visibleColumns(width, 8))).toEqual([1, 3, 4, 5, 4, 8])
})

it('shows one at least, and no more than there are', () => {
  expect([visibleColumns(150, 8), visibleColumns(1340, 2), visibleColumns(null, 8), visibleColumns(null, 0)]).toEqual([1, 2, 8, 1])
})
