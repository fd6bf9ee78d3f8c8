import { setImmediate } from 'node:timers/promises'
import { epochMs } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../platform/http/app-error.ts'
import type { ImportThread } from './import-thread.ts'
import { RunningImports } from './running-imports.ts'

let now = 0
let usedMs = 0
const ended: string[] = []
const running = (waitMs?: number) =>
  new RunningImports({
    clock: { now: () => epochMs(now) },
    makeThread: (userId) => ({ usedMs: () => usedMs, end: async () => void ended.push(userId) }) as unknown as ImportThread,
    ...(waitMs !== undefined && { waitMs }),
  })
beforeEach(() => {
  now = 0
  usedMs = 0
  ended.length = 0
})
afterEach(() => void vi.useRealTimers())

function held(imports: RunningImports, userId: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const state = { hasTurn: false }
  const done = imports.alone(userId, async (turn) => {
    await turn()
    state.hasTurn = true
    await promise
  })
  return { done, state, letGo: resolve }
}

it('runs two at a time and queues the others in order', async () => {
  const imports = running()
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((user) => held(imports, user))
  await setImmediate()
  const turns = () => [a, b, c, d].map((each) => each?.state.hasTurn)
  expect(turns()).toEqual([true, true, false, false])
  b?.letGo()
  await b?.done
  await setImmediate()
  expect(turns()).toEqual([true, true, true, false])
  for (const each of [a, c, d]) each?.letGo()
  await Promise.all([a?.done, c?.done, d?.done])
  expect(ended.toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

it('needs no slot to receive a file: a stalled upload blocks no other import', async () => {
  const imports = running()
  const never = new Promise<void>(() => undefined)
  for (const user of ['slow-1', 'slow-2', 'slow-3']) void imports.alone(user, () => never)
  expect(await imports.alone('quick', async (turn) => (await turn()) !== undefined)).toBe(true)
})

it('asks the client to retry later when no slot became free in time, and uses none then', async () => {
  vi.useFakeTimers()
  const imports = running(1_000)
  const [a, b] = [held(imports, 'a'), held(imports, 'b')]
  const late = imports.alone('c', async (turn) => await turn())
  late.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(late).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 })
  a.letGo()
  b.letGo()
  await Promise.all([a.done, b.done])
  expect(await imports.alone('d', async (turn) => (await turn()) !== undefined)).toBe(true)
})

it('accepts one import per user at a time, and the next one after a failure', async () => {
  const imports = running()
  const failing = imports.alone('a', () => Promise.reject(new Error('broken')))
  await expect(imports.alone('a', async () => 1)).rejects.toMatchObject({ code: 'conflict', reason: 'import_running' })
  await expect(failing).rejects.toThrow('broken')
  expect(await imports.alone('a', async () => 1)).toBe(1)
})

it('refuses a user who has used a lot of computing time until some of it is restored, and no other user', async () => {
  const imports = running()
  const one = (userId: string) => imports.alone(userId, async (turn) => void (await turn()))
  usedMs = 70_000
  await one('a')
  await one('a')
  await expect(one('a')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 })
  expect(() => imports.refuse('a')).toThrow(AppError)
  await one('b')
  now = 300_000
  await one('a')
})
