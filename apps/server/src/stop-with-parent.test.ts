import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopWithParent } from './main.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function stopsWith(parent: number | undefined, starter?: number): number {
  const stop = vi.fn()
  const env = {
    ...(parent !== undefined && { AERIE_PARENT_PID: String(parent) }),
    ...(starter !== undefined && { AERIE_STARTER_PID: String(starter) }),
  }
  stopWithParent(env, stop)
  vi.advanceTimersByTime(10_000)
  return stop.mock.calls.length
}

it('stops once when another process has replaced the parent', () => expect(stopsWith(process.ppid + 1)).toBe(1))

it('stops once when the process that started the parent is gone', () => {
  const gone = spawnSync('true').pid
  expect(stopsWith(process.ppid, gone)).toBe(1)
})

it('keeps running while both exist', () => expect(stopsWith(process.ppid, process.pid)).toBe(0))

it('watches nothing if no parent is set', () => expect(stopsWith(undefined)).toBe(0))
