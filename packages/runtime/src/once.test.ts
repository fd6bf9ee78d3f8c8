import { expect, it, vi } from 'vitest'
import { once } from './once.ts'

it('calls its work only once', () => {
  const work = vi.fn(() => ({}))
  const run = once(work)
  expect(run()).toBe(run())
  expect(work).toHaveBeenCalledOnce()
})

it('keeps a result of undefined, too', () => {
  const work = vi.fn()
  const run = once(work)
  run()
  run()
  expect(work).toHaveBeenCalledOnce()
})

it('tries again after an error', () => {
  const work = vi
    .fn(() => 'second')
    .mockImplementationOnce(() => {
      throw new Error('first')
    })
  const run = once(work)
  expect(run).toThrow('first')
  expect(run()).toBe('second')
})

it('shares a pending promise, and keeps it once fulfilled', async () => {
  const work = vi.fn(async () => 1)
  const run = once(work)
  const first = run()
  expect(run()).toBe(first)
  await first
  expect(run()).toBe(first)
  expect(work).toHaveBeenCalledOnce()
})

it('tries again after a rejection', async () => {
  const work = vi.fn(async () => 'second').mockRejectedValueOnce(new Error('first'))
  const run = once(work)
  await expect(run()).rejects.toThrow('first')
  await expect(run()).resolves.toBe('second')
})
