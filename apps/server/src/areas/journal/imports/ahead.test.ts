import { expect, it, vi } from 'vitest'
import { ahead } from './import-service.ts'

it('requests one item ahead of those it has yielded, and none after the last', async () => {
  const items = [1, 2, 3]
  const next = vi.fn<() => Promise<number | undefined>>(async () => items.shift())
  const asked: (readonly [number, number])[] = []
  for await (const item of ahead(next)) asked.push([item, next.mock.calls.length])
  expect(asked).toEqual([
    [1, 2],
    [2, 3],
    [3, 4],
  ])
  expect(next).toHaveBeenCalledTimes(4)
})

it('throws in order, and leaves no unhandled rejection when its caller stops early', async () => {
  let calls = 0
  const failing = async (): Promise<number> => {
    calls += 1
    if (calls > 1) throw new Error('broken')
    return calls
  }
  const seen: number[] = []
  const all = async (): Promise<void> => {
    for await (const item of ahead(failing)) seen.push(item)
  }
  await expect(all()).rejects.toThrow('broken')
  expect(seen).toEqual([1])
  calls = 0
  // The second item was already requested and has failed: an unhandled rejection would end the test process.
  for await (const item of ahead(failing)) {
    expect(item).toBe(1)
    break
  }
})
