import { HOUR_MS } from '@aerie/core/time'
import type { TripDetail } from '@aerie/wire/journal/journal'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { TripMoments } from './trip-moments.tsx'

const status = vi.hoisted(() => ({ source: 'sim' }))
vi.mock(import('../../../platform/live/market/market-status.ts'), async (original) => ({
  ...(await original()),
  useMarketStatus: () => status as never,
}))

const OPENED = Date.UTC(2026, 10, 2, 9, 15)
const forecastHash = 'f'.repeat(64)
const facts = { entry: '100', stop: '98', forecast: { chain: '1', seq: 1, issued_at: '', hours: 24, hash: forecastHash } }
const trip = {
  symbol: 'BTC',
  origin: 'paper',
  source_kind: 'sim',
  entry: '100',
  exit: '110',
  money_reason: null,
  opened_at_ms: OPENED,
  closed_at_ms: OPENED + HOUR_MS,
  facts,
} as unknown as TripDetail

const RANGES = { low50: 99, high50: 101, low80: 98, high80: 102, low95: 97, high95: 103 }
const TIMES = { issued_at: OPENED - HOUR_MS, due_at: OPENED + 23 * HOUR_MS }
const UNSCORED = { outcome: null, state: 'open', crps: null, random_walk_crps: null }
const entry = (hash: string) => ({ seq: 1, ...TIMES, anchor: 100, median: 100, ...RANGES, quote: 'USD', source: 'sim', ...UNSCORED, hash })
const candles = Array.from({ length: 48 }, (_, at) => [Math.floor(OPENED / HOUR_MS) * 3600 - (48 - at) * 3600, 100, 101, 99, 100, 1])
let answers: { candles: () => Response; hash: string; more: readonly string[] }
beforeEach(() => {
  answers = { candles: () => Response.json({ data: candles }), hash: forecastHash, more: [] }
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes('/history')
      ? Response.json({ data: { entries: [answers.hash, ...answers.more].map(entry), next_before: null } })
      : answers.candles(),
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('draws entry and exit automatically, and describes them', async () => {
  render(<TripMoments trip={trip} />)
  expect(await screen.findByRole('figure', { name: /^Entry at 100/ })).toBeTruthy()
  expect(screen.getByRole('figure', { name: /^Exit at 110/ })).toBeTruthy()
  expect(await screen.findByText(/lines: stop · bar at the right: 80% range of the 24-hour forecast/)).toBeTruthy()
  // The hour that has closed since then has no stored candle.
  expect(await screen.findByText('1 of 48 hours is not stored.')).toBeTruthy()
})

it('draws the forecast that was shown at the exit, even if a newer one had been issued by then', async () => {
  const shown = 'd'.repeat(64)
  answers.more = [shown]
  render(<TripMoments trip={{ ...trip, opened_at_ms: null, exit_forecast: { ...facts.forecast, hash: shown } }} />)
  await screen.findByText(/lines: entry, stop · bar at the right: 80% range of the 24-hour forecast/)
})

it('labels the forecast of an exit without a recorded one as the newest at that time', async () => {
  render(<TripMoments trip={{ ...trip, opened_at_ms: null }} />)
  await screen.findByText(/80% range of the newest 24-hour forecast/)
})

it('omits a forecast that is not the one shown at entry', async () => {
  answers.hash = 'e'.repeat(64)
  render(<TripMoments trip={{ ...trip, closed_at_ms: null, exit: null }} />)
  await screen.findByText(/lines: stop$/)
})

it('shows what is missing when no candle is stored', async () => {
  answers.candles = () => Response.json({ data: [] })
  render(<TripMoments trip={trip} />)
  await vi.waitFor(() => expect(screen.getAllByText('No candles of this time are stored.')).toHaveLength(2))
})

it('draws only the market the trade was made on', () => {
  const { container } = render(<TripMoments trip={{ ...trip, source_kind: 'live' }} />)
  expect(container.textContent).toBe('')
})
