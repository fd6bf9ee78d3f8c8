import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttled } from './throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('runs the first at once, then the newest of each interval, separately for each key', () => {
  const { run } = throttled(25)
  const ran: string[] = []
  for (const name of ['a1', 'a2', 'a3']) run('a', () => void ran.push(name))
  run('b', () => void ran.push('b1'))
  expect(ran).toEqual(['a1', 'b1'])
  vi.advanceTimersByTime(25)
  expect(ran).toEqual(['a1', 'b1', 'a3'])
  run('a', () => void ran.push('a4'))
  expect(ran).toHaveLength(3)
  vi.advanceTimersByTime(25)
  expect(ran.at(-1)).toBe('a4')
  vi.advanceTimersByTime(25)
  run('a', () => void ran.push('a5'))
  expect(ran.at(-1)).toBe('a5')
})

it('discards the pending run of a dropped key', () => {
  const { run, drop } = throttled(25)
  const ran: string[] = []
  run('a', () => void ran.push('a1'))
  run('a', () => void ran.push('a2'))
  drop('a')
  vi.advanceTimersByTime(100)
  expect(ran).toEqual(['a1'])
  run('a', () => void ran.push('a3'))
  expect(ran.at(-1)).toBe('a3')
})
