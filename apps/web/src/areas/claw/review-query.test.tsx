import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useToday, yesterdayOf } from './review-query.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('moves to the next day soon after midnight while the page stays open', () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 9, 23, 58) })
  const { result } = renderHook(() => yesterdayOf(useToday()).day)
  expect(result.current).toBe('2026-03-08')
  act(() => void vi.advanceTimersByTime(3 * 60_000))
  expect(result.current).toBe('2026-03-09')
})
