import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { preloadedPart } from '../../../platform/browser/lazy-part.ts'
import { CODE_AGAIN_MS, useChartCode } from './chart-part.ts'

const reported = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('reportError', reported)
  reported.mockClear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function partOf(load: () => Promise<() => null>) {
  const asked = vi.fn(load)
  const part = preloadedPart(asked)
  return { part, asked }
}

it('loads the chart code with the wallboard, and only once', async () => {
  const { part, asked } = partOf(async () => () => null)
  renderHook(() => useChartCode(part))
  await pass(0)
  expect(asked).toHaveBeenCalledTimes(1)
  await pass(CODE_AGAIN_MS * 5)
  expect(asked).toHaveBeenCalledTimes(1)
})

it('retries while it cannot be loaded, without breaking anything, and stops with the wallboard', async () => {
  let isAway = true
  const { part, asked } = partOf(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
    return () => null
  })
  const wall = renderHook(() => {
    useChartCode(part)
    return part.usePart()
  })
  await pass(CODE_AGAIN_MS * 2)
  expect([asked.mock.calls.length, wall.result.current, reported.mock.calls.length]).toEqual([3, null, 3])
  isAway = false
  await pass(CODE_AGAIN_MS)
  expect(wall.result.current).toBeTypeOf('function')
  const other = partOf(() => Promise.reject(new TypeError('away')))
  const gone = renderHook(() => useChartCode(other.part))
  await pass(0)
  gone.unmount()
  await pass(CODE_AGAIN_MS * 3)
  expect(other.asked).toHaveBeenCalledTimes(1)
})
