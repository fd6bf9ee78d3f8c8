import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopWithParent } from './stop-with-parent.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** How often it was stopped within ten seconds. */
function stopsWith(parentPid: string | undefined): number {
  const stop = vi.fn()
  stopWithParent(parentPid, stop)
  vi.advanceTimersByTime(10_000)
  return stop.mock.calls.length
}

it('stops once when another process has taken the place of the parent', () => expect(stopsWith(String(process.ppid + 1))).toBe(1))

it('goes on while the parent is there', () => expect(stopsWith(String(process.ppid))).toBe(0))

it('watches nothing where nobody has named a parent', () => expect(stopsWith(undefined)).toBe(0))
