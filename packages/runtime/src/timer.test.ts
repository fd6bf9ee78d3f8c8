import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { timer } from './timer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('replaces the pending run when it is started again', () => {
  const runs: string[] = []
  const mine = timer()
  mine.start(100, () => runs.push('first'))
  vi.advanceTimersByTime(60)
  mine.start(100, () => runs.push('second'))
  vi.advanceTimersByTime(60)
  expect(runs).toEqual([])
  vi.advanceTimersByTime(60)
  expect(runs).toEqual(['second'])
})

it('runs nothing once stopped, and can be started again', () => {
  const work = vi.fn()
  const mine = timer()
  mine.start(100, work)
  mine.stop()
  vi.advanceTimersByTime(200)
  expect(work).not.toHaveBeenCalled()
  mine.start(100, work)
  vi.advanceTimersByTime(100)
  expect(work).toHaveBeenCalledOnce()
})
