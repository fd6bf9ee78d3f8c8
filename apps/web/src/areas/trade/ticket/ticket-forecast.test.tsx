import '../../../../test/silent-live-client.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../../platform/live/test/market.ts'
import { testForecast, testWarming } from '../../forecast/test/forecast.ts'
import { TicketForecast } from './ticket-forecast.tsx'

const answer = vi.fn<typeof fetch>()
const show = () =>
  render(
    <MemoryRouter>
      <TicketForecast symbol="BTC" />
    </MemoryRouter>,
  )

beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  useMarketState.setState(useMarketState.getInitialState(), true)
  setStatus(testStatus({ market_time: T0 + 60_000 }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('shows the range of the price a day from now, with its source', async () => {
  answer.mockImplementation(async () => Response.json({ data: testForecast({ series: 'now' }) }))
  show()
  expect(await screen.findByText('$79.79')).toBeTruthy()
  expect(screen.getByText('$120.21')).toBeTruthy()
  expect(screen.getByText(/, simulated$/)).toBeTruthy()
})

it('shows the reason in place of a range while the present price is stale', async () => {
  const detail = 'The price of BTC is of 2026-01-15 12:05 UTC and stale: a forecast from now needs the present one.'
  answer.mockImplementation(async () => Response.json({ data: testWarming({ missing: 'present-price', detail }) }))
  show()
  expect(await screen.findByText(new RegExp(detail))).toBeTruthy()
  expect(screen.queryByText(/80% between/)).toBeNull()
})
