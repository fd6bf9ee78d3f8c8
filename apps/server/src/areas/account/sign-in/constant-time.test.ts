import { expect, it } from 'vitest'
import { constantTime } from './auth-services.ts'

async function timeOf(ms: number, work: () => Promise<unknown> = async () => undefined) {
  let time = 5_000
  const timing = {
    now: () => time,
    pause: async (pauseMs: number) => {
      time += pauseMs
    },
  }
  const settled = await constantTime(async () => {
    time += ms
    return work()
  }, timing).then(
    (value) => ['value', value],
    (error: unknown) => ['error', error],
  )
  return { took: time - 5_000, settled }
}

it.each([
  [0, 100],
  [3, 100],
  [25, 100],
  [40, 100],
  [41, 200],
  [130, 200],
  [141, 300],
])('completes work of %d ms after %d ms', async (ms, expected) => expect((await timeOf(ms)).took).toBe(expected))

it('treats a failure like a success', async () => {
  const failure = new Error('no')
  expect(await timeOf(12, async () => Promise.reject(failure))).toEqual({ took: 100, settled: ['error', failure] })
  expect(await timeOf(12, async () => 7)).toEqual({ took: 100, settled: ['value', 7] })
})
