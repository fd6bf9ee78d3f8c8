import { expect, it, vi } from 'vitest'
import { whileHeld } from './while-held.ts'

it('starts with the first holder and stops with the last', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const hold = whileHeld(start)
  const [first, second] = [hold(), hold()]
  first()
  expect(stop).not.toHaveBeenCalled()
  second()
  expect(start).toHaveBeenCalledOnce()
  expect(stop).toHaveBeenCalledOnce()
})

it('ignores repeated releases', () => {
  const stop = vi.fn()
  const hold = whileHeld(() => stop)
  const [first] = [hold(), hold()]
  first()
  first()
  expect(stop).not.toHaveBeenCalled()
})

it('starts again for a new holder', () => {
  const start = vi.fn(() => () => undefined)
  const hold = whileHeld(start)
  hold()()
  hold()
  expect(start).toHaveBeenCalledTimes(2)
})
