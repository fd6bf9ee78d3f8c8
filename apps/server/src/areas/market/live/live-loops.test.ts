import { listenerSet } from '@aerie/runtime/listener-set'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BookFanOut } from './book-fan-out.ts'
import { FanOut } from './fan-out.ts'
import { LIVE_PACE, liveLoops } from './live-loops.ts'

const status = { source: 'sim', badge: 'SIMULATED', detail: 'x', market_time: 1, speed: 1, stale_after_ms: 1, newest_tick: 1 } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('sends pages with the first coins, also after the market has restarted', () => {
  let hasCoins = true
  const resets = listenerSet()
  const fan = new FanOut({
    listPage: () => expect.unreachable('nobody shows a page'),
    ticksOf: () => [],
    statsOf: () => undefined,
    listedSymbols: () => [],
    status: () => status,
    hasCoins: () => hasCoins,
  })
  const books = new BookFanOut({
    market: {
      book: async () => undefined,
      trades: () => [],
      hasPrices: () => true,
      synthetic: () => undefined,
      details: () => undefined,
      kind: () => 'sim',
      now: () => 1,
    },
    onError: () => undefined,
  })
  const flushed = vi.spyOn(fan, 'flushMembership')
  const none = () => () => undefined
  const stop = liveLoops({ fan, books, onPrices: none, onStatus: none, onReset: resets.subscribe, hasCoins: () => hasCoins })
  hasCoins = false
  resets.emit()
  vi.advanceTimersByTime(LIVE_PACE.pagesMs)
  expect(flushed).not.toHaveBeenCalled()
  hasCoins = true
  vi.advanceTimersByTime(LIVE_PACE.pagesMs)
  expect(flushed).toHaveBeenCalledOnce()
  stop()
})
