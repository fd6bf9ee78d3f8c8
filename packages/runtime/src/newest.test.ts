import { expect, it } from 'vitest'
import { newest } from './newest.ts'

it('reports a request as outdated once another has begun', () => {
  const begin = newest()
  const isFirst = begin()
  expect(isFirst()).toBe(true)
  const isSecond = begin()
  expect([isFirst(), isSecond()]).toEqual([false, true])
})
