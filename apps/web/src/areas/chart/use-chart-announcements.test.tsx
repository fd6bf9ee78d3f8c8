import '../../../test/silent-live-client.ts'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { applyPage, applyTicks, reset } from '../../platform/live/market/quotes.ts'
import { T0, testPage, testRow, testStatus } from '../../platform/live/test/market.ts'
import { useSource } from './chart-workspace.tsx'

beforeEach(() => vi.useFakeTimers({ now: T0 }))
afterEach(() => {
  cleanup()
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  vi.useRealTimers()
})

it('announces STALE for a coin with a stale price while others are live', () => {
  setStatus(testStatus({ source: 'live', badge: 'LIVE', detail: 'Binance', market_time: T0, stale_after_ms: 30_000 }))
  applyPage(testPage([testRow('BTC', { as_of: T0 }), testRow('ETH', { as_of: T0 })], { source: 'live' }))
  const { result } = renderHook(() => useSource(null, 'ETH'))
  expect(result.current()).toBe('LIVE · Binance')
  vi.setSystemTime(T0 + 60_000)
  applyTicks([['BTC', 101, T0 + 60_000]])
  expect(result.current()).toBe('STALE · Binance')
  applyTicks([['ETH', 101, T0 + 60_000]])
  expect(result.current()).toBe('LIVE · Binance')
})
