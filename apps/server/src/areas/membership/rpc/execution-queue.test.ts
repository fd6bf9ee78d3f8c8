import { epochMs } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExecutionQueue, type Requester } from './execution-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const CALL_GAS = 10_000_000
const clock = { now: () => epochMs(Date.now()) }
const from = (caller: string, signal = new AbortController().signal): Requester => ({ caller, signal })

function stage() {
  const queue = new ExecutionQueue(clock)
  const order: string[] = []
  const ends: (() => void)[] = []
  const ask = (asker: Requester, gas = CALL_GAS): Promise<string> =>
    queue
      .run(asker, gas, () => {
        order.push(asker.caller)
        return new Promise<string>((resolve) => ends.push(() => resolve('ran')))
      })
      .catch((error: unknown) => String(error))
  const endOne = async (): Promise<void> => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ask, order, endOne }
}

it('runs two calls at once, alternating between callers', async () => {
  const { ask, order, endOne } = stage()
  for (const caller of ['greedy', 'greedy', 'greedy', 'greedy', 'other']) void ask(from(caller))
  expect(order).toEqual(['greedy', 'greedy'])
  for (let ended = 0; ended < 3; ended += 1) await endOne()
  expect(order).toEqual(['greedy', 'greedy', 'greedy', 'other', 'greedy'])
})

it('drops queued calls of a disconnected caller, and keeps the slots of running ones', async () => {
  const { ask, order, endOne } = stage()
  const gone = new AbortController()
  const answers = Array.from({ length: 50 }, () => ask(from('gone', gone.signal)))
  void ask(from('other'))
  gone.abort()
  expect(await answers.at(-1)).toBe('NotRun: the caller has gone')
  expect(order).toEqual(['gone', 'gone'])
  await endOne()
  expect(order).toEqual(['gone', 'gone', 'other'])
  expect(await ask(from('late', gone.signal))).toBe('NotRun: the caller has gone')
})

it('lets one caller keep the node busy for about two seconds, then for half of the time', async () => {
  const { ask, order, endOne } = stage()
  const answers = Array.from({ length: 50 }, () => ask(from('endless')))
  let spentMs = 0
  // Each call uses all of its gas; the slowest code takes 200 ms.
  while (order.length < 50 && spentMs < 20_000) {
    vi.setSystemTime(Date.now() + 200)
    spentMs += 200
    const before = order.length
    await endOne()
    if (order.length === before) break
  }
  expect(spentMs).toBeLessThan(5_000)
  const settled = await Promise.race([answers[49], Promise.resolve('waits')])
  expect(settled).toBe('NotRun: this caller has kept the chain busy: come back in a few seconds')
  void ask(from('other'))
  expect(order.at(-1)).toBe('other')
})

it('admits any number of calls that take no time, whatever gas they specify', async () => {
  const { ask, order, endOne } = stage()
  const answers = Array.from({ length: 100 }, () => ask(from('wallet')))
  for (let ended = 0; ended < 100; ended += 1) await endOne()
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['ran']))
  expect(order).toHaveLength(100)
})

it('charges a delayed call, as on a busy machine or behind another, no more than its gas', async () => {
  const { ask, order, endOne } = stage()
  for (let asked = 0; asked < 5; asked += 1) {
    const answer = ask(from('wallet'), 500_000)
    vi.setSystemTime(Date.now() + 3_000)
    await endOne()
    expect(await answer).toBe('ran')
  }
  // The full budget is available again, except what has just run.
  for (let asked = 0; asked < 9; asked += 1) void ask(from('wallet'))
  for (let ended = 0; ended < 9; ended += 1) await endOne()
  expect(order).toHaveLength(14)
})

it('queues at most 100 calls of one caller and 500 in all, none for longer than 10 s', async () => {
  const { ask } = stage()
  const first = Array.from({ length: 103 }, () => ask(from('one')))
  expect(await first[102]).toBe('NotRun: the chain is busy: come back in a few seconds')
  const others = Array.from({ length: 401 }, (_, index) => ask(from(`of ${index}`)))
  expect(await others[400]).toBe('NotRun: the chain is busy: come back in a few seconds')
  const waiting = first[101]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await waiting).toBe('NotRun: the chain is busy: come back in a few seconds')
})
