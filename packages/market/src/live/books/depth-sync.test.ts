import { epochMs } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { DepthSync } from './depth-sync.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('a book from diffs', () => {
  const diff = (first: number, last: number, bid = 9) => ({
    first,
    last,
    bids: [[bid, last] as const],
    asks: [[20, last] as const],
  })
  const snapshot = (lastUpdateId: number) => ({ lastUpdateId, bids: [[8, 1] as const], asks: [[21, 1] as const] })
  it('follows the documented steps', () => {
    const sync = new DepthSync()
    expect([diff(5, 6), diff(7, 9), diff(10, 12)].map((event) => sync.diff(event))).toEqual(['buffered', 'buffered', 'buffered'])
    expect(sync.snapshot(snapshot(3))).toBe('too-old')
    expect(sync.snapshot(snapshot(8))).toBe('synced')
    expect(sync.book.shown('X', epochMs(T0)).bids).toEqual([
      [9, 12],
      [8, 1],
    ])
    expect(sync.diff(diff(11, 12))).toBe('old')
    expect(sync.diff(diff(13, 13))).toBe('applied')
    expect(sync.diff(diff(15, 16))).toBe('lost')
    expect(sync.isSynced).toBe(false)
  })
  it('is lost when it is crossed', () => {
    const sync = new DepthSync()
    sync.snapshot(snapshot(1))
    expect(sync.diff(diff(2, 2, 22))).toBe('lost')
  })
})
