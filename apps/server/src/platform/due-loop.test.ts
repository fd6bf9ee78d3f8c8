import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dueLoop } from './due-loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function started(look: () => Promise<number | undefined>, delayMs = 0) {
  const looks: number[] = []
  const from = performance.now()
  const onError = vi.fn()
  const loop = dueLoop({
    look: () => {
      looks.push(performance.now() - from)
      return look()
    },
    onError,
    delayMs,
  })
  loop.start()
  return { loop, looks, onError }
}
const nothing = async () => undefined

it('looks every fifteen seconds without a hint', async () => {
  const { looks } = started(nothing)
  await vi.advanceTimersByTimeAsync(45_000)
  expect(looks).toEqual([0, 15_000, 30_000, 45_000])
})

it('looks after a hint, and every second for a while, as its transaction may still be open', async () => {
  const { loop, looks } = started(nothing, 30)
  await vi.advanceTimersByTimeAsync(1_000)
  loop.hint()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(looks).toEqual([0, 1_030, 2_030, 3_030, 4_030, 5_030, 6_030])
  await vi.advanceTimersByTimeAsync(1)
  loop.hint()
  await vi.advanceTimersByTimeAsync(30)
  expect(looks.at(-1)).toBe(21_031)
})

it('looks again when hinted during a look', async () => {
  const answers: (() => void)[] = []
  const { loop, looks } = started(() => new Promise((resolve) => answers.push(() => resolve(undefined))))
  loop.hint()
  await vi.advanceTimersByTimeAsync(100)
  expect(looks).toHaveLength(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(1)
  expect(looks).toHaveLength(2)
})

it('looks when the next piece is due, at most once a second, and a second after a failure', async () => {
  const due = [4_000, -100]
  const { looks, onError } = started(async () => {
    const next = due.shift()
    if (next === undefined) throw new Error('no connection')
    return next
  })
  await vi.advanceTimersByTimeAsync(6_500)
  expect(looks).toEqual([0, 4_000, 5_000, 6_000])
  expect(onError).toHaveBeenCalledTimes(2)
})

it('ends after the current look', async () => {
  const { loop, looks } = started(nothing)
  await loop.stop()
  loop.hint()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([0])
})
