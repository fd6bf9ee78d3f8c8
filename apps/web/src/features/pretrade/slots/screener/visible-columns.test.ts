import { expect, it } from 'vitest'
import { columnsInSight } from './visible-columns.ts'

it('fills the width with whole columns', () => {
  expect([228, 460, 600, 639, 640, 1340].map((width) => columnsInSight(width, 8))).toEqual([1, 3, 4, 5, 4, 8])
})

it('shows one at least, and no more than there are', () => {
  expect([columnsInSight(150, 8), columnsInSight(1340, 2), columnsInSight(null, 8), columnsInSight(null, 0)]).toEqual([1, 2, 8, 1])
})
