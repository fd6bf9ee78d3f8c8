import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../platform/http/app-error.ts'
import { ANSWER_DEADLINE_MS, staleWhileRevalidate } from './stale-while-revalidate.ts'

const LATE_MS = 2 * ANSWER_DEADLINE_MS
const NEVER_MS = 60_000

let takesMs = 0
let readings = 0
const answerOf = staleWhileRevalidate({
  read: async (key) => {
    await new Promise((resolve) => setTimeout(resolve, takesMs))
    readings += 1
    return `${key} ${readings}`
  },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const outcomeOf = (error: unknown) => (error instanceof AppError ? error.code : error)

async function asked(key: string, inMs: number): Promise<unknown> {
  takesMs = inMs
  const answer = answerOf(key).catch(outcomeOf)
  await vi.advanceTimersByTimeAsync(inMs)
  return answer
}

it('waits longer for the first value than for a refresh of a known one', async () => {
  expect(await asked('pool', LATE_MS)).toBe('pool 1')
  expect(await asked('pool', LATE_MS)).toBe('pool 1')
  expect(await asked('pool', 0)).toBe('pool 3')
})

it('is unavailable if the first value does not arrive', async () => {
  expect(await asked('position', NEVER_MS)).toBe('unavailable')
})
