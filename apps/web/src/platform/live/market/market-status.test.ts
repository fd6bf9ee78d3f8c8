import { beforeEach, expect, it, vi } from 'vitest'
import { T0, testPage, testRow, testStatus } from '../test/market.ts'
import { advanceMarketTime, ageMs, checkStaleness, isStalePrice, marketNow, setStatus, useMarketState } from './market-status.ts'
import { applyPage, reset } from './quotes.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 5_000_000 })
  reset('sim')
  useMarketState.setState(useMarketState.getInitialState(), true)
  return () => vi.useRealTimers()
})

it("advances the market's clock from the server's time, regardless of the local clock", () => {
  setStatus(testStatus())
  vi.advanceTimersByTime(1500)
  expect(marketNow()).toBe(T0 + 1500)
})

it("advances the market's clock when the local clock is set back", () => {
  setStatus(testStatus())
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(1500)
  expect(marketNow()).toBe(T0 + 1500)
})

it('advances it at the speed of a replay', () => {
  setStatus(testStatus({ source: 'replay', badge: 'REPLAY', speed: 3600 }))
  vi.advanceTimersByTime(1000)
  expect(ageMs(T0)).toBe(3_600_000)
})

it('stops when a replay has ended', () => {
  setStatus(testStatus({ speed: 0 }))
  vi.advanceTimersByTime(60_000)
  expect(isStalePrice(T0)).toBe(false)
})

it('never lags behind the latest server time, and is never set back by it', () => {
  setStatus(testStatus())
  advanceMarketTime(T0 + 4000)
  advanceMarketTime(T0 + 1000)
  expect(marketNow()).toBe(T0 + 4000)
})

it('marks a price as stale only once it is older than its source allows', () => {
  setStatus(testStatus({ stale_after_ms: 30_000 }))
  vi.advanceTimersByTime(30_000)
  expect(isStalePrice(T0)).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isStalePrice(T0)).toBe(true)
})

it('reports no age before the server has sent its clock', () => {
  expect(ageMs(T0)).toBeNull()
  expect(isStalePrice(T0)).toBe(false)
})

it('detects by itself that everything it shows has become stale', () => {
  setStatus(testStatus({ newest_tick: null }))
  applyPage(testPage([testRow('BTC')]))
  checkStaleness()
  expect(useMarketState.getState().isSilent).toBe(false)
  vi.advanceTimersByTime(31_000)
  checkStaleness()
  expect(useMarketState.getState().isSilent).toBe(true)
})

it('reloads the page when the server shows another market, but not over typed text, which is marked stale until then', () => {
  const reload = vi.fn<() => void>()
  vi.stubGlobal('location', { ...location, reload })
  const note = document.body.appendChild(document.createElement('textarea'))
  setStatus(testStatus())
  note.focus()
  note.value = 'half a note'
  const replay = testStatus({ source: 'replay', badge: 'REPLAY' })
  setStatus(replay)
  expect(reload).not.toHaveBeenCalled()
  expect(useMarketState.getState().status).toMatchObject({
    source: 'sim',
    badge: 'STALE',
    detail: expect.stringContaining('another market'),
  })
  note.value = ''
  setStatus(replay)
  expect(reload).toHaveBeenCalledTimes(1)
  note.remove()
  vi.unstubAllGlobals()
})
