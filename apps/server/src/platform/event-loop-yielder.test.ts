import { expect, it } from 'vitest'
import { eventLoopYielder } from './event-loop-yielder.ts'

it('yields only when its time slice is used up', async () => {
  let now = 0
  let turns = 0
  const giveWay = eventLoopYielder(() => now)
  const others = (): void => {
    turns += 1
    if (turns < 100) setImmediate(others)
  }
  setImmediate(others)
  await giveWay()
  expect(turns).toBe(0)
  now = 5
  await giveWay()
  expect(turns).toBeGreaterThan(0)
})
