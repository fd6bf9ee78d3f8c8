import { expect, it } from 'vitest'
import { labelPlaces } from './level-labels.ts'

const text = 'Buy 0.05 Limit  57,713.20'
const label = (y: number) => ({ y, text })

it('stands at the edge where nothing is near', () => expect(labelPlaces([label(20), label(60), label(35)], 800)).toEqual([8, 8, 8]))

it('goes beside those that it would cover, one after the other', () => {
  const [first = 0, second = 0, third = 0] = labelPlaces([label(40), label(44), label(52)], 800)
  expect(first).toBe(8)
  expect(second).toBeGreaterThan(first + 150)
  expect(third).toBeGreaterThan(second + 150)
})

it('takes a gap that is free again', () => {
  const [first, second, third] = labelPlaces([label(40), label(50), label(60)], 800)
  expect([first, third]).toEqual([8, 8])
  expect(second).toBeGreaterThan(150)
})

it('is at the edge again where there is no room left', () => expect(labelPlaces([label(40), label(40), label(40)], 400)[2]).toBe(8))

it('is quick with as many levels as an account may have orders', () => {
  const many = Array.from({ length: 500 }, (_, index) => label(index / 10))
  const places = labelPlaces(many, 800)
  expect(places).toHaveLength(500)
})
