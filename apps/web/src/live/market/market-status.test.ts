import { beforeEach, expect, it, vi } from 'vitest'
import { ageMs, checkStaleness, isStalePrice, marketNow, putMarketTime, putStatus, useMarketState } from './market-status.ts'
import { putPage, reset } from './quotes.ts'
import { T0, testPage, testRow, testStatus } from './test-market.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 5_000_000 })
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  return () => vi.useRealTimers()
})

it("carries the market's clock on from the server's word, whatever this machine's clock says", () => {
  putStatus(testStatus())
  vi.advanceTimersByTime(1500)
  expect(marketNow()).toBe(T0 + 1500)
})

it("carries the market's clock on where the clock of this machine is set back", () => {
  putStatus(testStatus())
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1500)
  expect(marketNow()).toBe(T0 + 1500)
})

it('carries it on at the speed of a replay', () => {
  putStatus(testStatus({ source: 'replay', badge: 'REPLAY', speed: 3600 }))
  vi.advanceTimersByTime(1000)
  expect(ageMs(T0)).toBe(3_600_000)
})

it('stands still where a replay has ended', () => {
  putStatus(testStatus({ speed: 0 }))
  vi.advanceTimersByTime(60_000)
  expect(isStalePrice(T0)).toBe(false)
})

it('is never behind what the server has just sent, and never set back by it', () => {
  putStatus(testStatus())
  putMarketTime(T0 + 4000)
  putMarketTime(T0 + 1000)
  expect(marketNow()).toBe(T0 + 4000)
})

it('calls a price stale only once it is older than its source allows', () => {
  putStatus(testStatus({ stale_after_ms: 30_000 }))
  vi.advanceTimersByTime(30_000)
  expect(isStalePrice(T0)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isStalePrice(T0)).toBe(true)
})

it('knows no age before the server has told its clock', () => {
  expect(ageMs(T0)).toBeNull()
  expect(isStalePrice(T0)).toBe(false)
})

it('notices by itself that everything it shows has grown old', () => {
  putStatus(testStatus({ newest_tick: null }))
  putPage(testPage([testRow('BTC')]))
  checkStaleness()
  expect(useMarketState.getState().isSilent).toBe(false)
  vi.advanceTimersByTime(31_000)
  checkStaleness()
  expect(useMarketState.getState().isSilent).toBe(true)
})
