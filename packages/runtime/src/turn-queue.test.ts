import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { NoTurn, turnQueue } from './turn-queue.ts'

afterEach(() => void vi.useRealTimers())

const LIMITS = { atOnce: 2, waiting: 3, waitMs: 60_000 }
function asked(take: ReturnType<typeof turnQueue>, key: string) {
  const state: { release?: () => void } = {}
  const turn = take(key).then((release) => {
    state.release = release
  })
  return { turn, isOn: () => state.release !== undefined, release: () => state.release?.() }
}

it('runs up to its limit at a time, and the rest in order', async () => {
  const take = turnQueue(LIMITS)
  const all = ['a', 'b', 'c', 'd'].map((key) => asked(take, key))
  const on = async () => {
    await setImmediate()
    return all.map(({ isOn }) => isOn())
  }
  expect(await on()).toEqual([true, true, false, false])
  all[1]?.release()
  all[1]?.release()
  expect(await on()).toEqual([true, true, true, false])
  all[0]?.release()
  expect(await on()).toEqual([true, true, true, true])
})

it('lets other keys overtake a key at its limit', async () => {
  const take = turnQueue({ ...LIMITS, perKey: 1 })
  const [first, second, other] = [asked(take, 'a'), asked(take, 'a'), asked(take, 'b')]
  await setImmediate()
  expect([first.isOn(), second.isOn(), other.isOn()]).toEqual([true, false, true])
  other.release()
  await setImmediate()
  expect(second.isOn()).toBe(false)
  first.release()
  await second.turn
})

it('refuses requests that wait too long, and requests beyond the limit', async () => {
  vi.useFakeTimers()
  const take = turnQueue({ ...LIMITS, waiting: 1, waitMs: 1_000 })
  const [first] = [await take('a'), await take('b')]
  const late = take('c')
  late.catch(() => undefined)
  await expect(take('d')).rejects.toBeInstanceOf(NoTurn)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(late).rejects.toBeInstanceOf(NoTurn)
  first()
  expect(await take('e')).toBeTypeOf('function')
})
