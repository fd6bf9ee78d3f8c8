import '../../../../test/silent-live-client.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { testStatus } from '../../../platform/live/test/market.ts'
import { SourceBadge } from '../source-badge.tsx'

const THEN = Date.UTC(2023, 9, 2, 0, 34)
// The clock is frozen while the segment loads: at 60x, one second of loading would be a minute of replay time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 0 }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useMarketState.setState(useMarketState.getInitialState(), true)
})
const at = (ms: number) =>
  new Date(ms)
    .toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })
    .replace(',', '')

it('shows the time and speed of a replay, and advances with it', async () => {
  setStatus(testStatus({ source: 'replay', badge: 'REPLAY', market_time: THEN, newest_tick: THEN, speed: 60, stale_after_ms: 600_000 }))
  render(<SourceBadge />, { wrapper: MemoryRouter })
  const button = await screen.findByRole('button', { name: /REPLAY/ })
  await screen.findByText('60x')
  expect(button.textContent).toContain(at(THEN))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(button.textContent).toContain(at(THEN + 120_000))
})

it.each(['paused', 'ended'] as const)('shows that a replay is %s, and no speed', async (state) => {
  setStatus(testStatus({ source: 'replay', badge: 'REPLAY', market_time: THEN, newest_tick: THEN, speed: 0, replay: { run: 0, state } }))
  render(<SourceBadge />, { wrapper: MemoryRouter })
  await screen.findByText(state)
  const button = await screen.findByRole('button', { name: /REPLAY/ })
  await act(() => vi.advanceTimersByTimeAsync(3_600_000))
  expect(button.textContent).toContain(at(THEN))
  expect(button.textContent).not.toContain('x')
})

it('shows no time for a live market', () => {
  setStatus(testStatus())
  render(<SourceBadge />)
  expect(screen.getByRole('button', { name: 'SIMULATED' }).querySelector('time')).toBeNull()
})
