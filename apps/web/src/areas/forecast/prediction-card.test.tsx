import '../../../test/silent-live-client.ts'
import { itemAt } from '@aerie/core/item-at'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { setStatus, useMarketState } from '../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../platform/live/test/market.ts'
import { PredictionCard } from './prediction-card.tsx'
import { testForecast, testWarming } from './test/forecast.ts'

const answer = vi.fn<typeof fetch>()
const onHoursChange = vi.fn<(hours: number) => void>()
const show = (symbol: string, hours = 24) =>
  render(
    <MemoryRouter>
      <PredictionCard symbol={symbol} hours={hours} onHoursChange={onHoursChange} />
    </MemoryRouter>,
  )

beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  useMarketState.setState(useMarketState.getInitialState(), true)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

it('loads, then shows median, bands, source and a link to the full forecast', async () => {
  setStatus(testStatus())
  answer.mockImplementation(async () => Response.json({ data: testForecast() }))
  show('BTC')
  expect(screen.getByRole('status', { name: 'Loading the prediction of BTC' })).toBeTruthy()
  expect(await screen.findByText('$100.00')).toBeTruthy()
  expect(screen.getByText('$76.00 to $124.00')).toBeTruthy()
  expect(screen.getByText('Simulated market, not real prices')).toBeTruthy()
  // The clock keeps running while a busy machine renders.
  expect(screen.getByText(/^next forecast in (?:1:00:00|59:\d\d)$/)).toBeTruthy()
  expect(screen.getByText('Full forecast and track record').getAttribute('href')).toBe('/ipc/BTC?hours=24')
  expect(itemAt(answer.mock.calls, 0)[0]).toBe('/api/v1/forecasts/BTC?hours=24')
})

it('marks a forecast as stale, with its age, when its successor is late', async () => {
  setStatus(testStatus({ market_time: T0 + 3 * 3_600_000 }))
  answer.mockImplementation(async () => Response.json({ data: testForecast() }))
  show('BTC')
  expect(await screen.findByText(/stale: the next forecast is 2 h late/)).toBeTruthy()
  expect(screen.getByText('$100.00').closest('[data-stale]')).not.toBeNull()
})

it('names the origin of a forecast from now, and counts down to the next five minutes', async () => {
  setStatus(testStatus({ market_time: T0 + 60_000 }))
  answer.mockImplementation(async () => Response.json({ data: testForecast({ series: 'now', model: 'ems-now' }) }))
  show('BTC')
  expect(await screen.findByText('$100.00')).toBeTruthy()
  expect(screen.getByText(/from 90 days of hourly prices and the minutes since, model ems-now/)).toBeTruthy()
  expect(screen.getByText(/^next forecast in (?:4:00|3:\d\d)$/)).toBeTruthy()
})

it('withdraws a forecast from now when the next one is late: its price is no longer the present one', async () => {
  setStatus(testStatus({ market_time: T0 + 5 * 60_000 + 31_000 }))
  answer.mockImplementation(async () => Response.json({ data: testForecast({ series: 'now' }) }))
  show('BTC')
  expect(await screen.findByText(/is more than five minutes old, and the next one is late\./)).toBeTruthy()
  expect(screen.queryByText('$100.00')).toBeNull()
})

it("shows the server's reason why there is none yet", async () => {
  const waiting = testWarming()
  answer.mockImplementation(async () => Response.json({ data: waiting }))
  show('BTC')
  expect((await screen.findByText(new RegExp(waiting.detail))).textContent).toMatch(/Waiting since .+ It appears here automatically\.$/)
  expect(screen.getByText(new RegExp(waiting.detail)).querySelector('time')?.dateTime).toBe(new Date(waiting.since).toISOString())
})

it('shows a load failure, and reloads', async () => {
  answer.mockRejectedValue(new TypeError('no network'))
  show('BTC')
  expect(await screen.findByText('The prediction of BTC could not be loaded')).toBeTruthy()
  answer.mockImplementation(async () => Response.json({ data: testForecast() }))
  fireEvent.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('$100.00')).toBeTruthy()
})

it('offers 1, 6, 12 and 24 hours, with the selected one pressed', () => {
  answer.mockImplementation(() => new Promise(() => undefined))
  show('BTC', 6)
  const buttons = screen.getAllByRole('button', { pressed: false })
  expect([...buttons.map(({ textContent }) => textContent), screen.getByRole('button', { pressed: true }).textContent]).toEqual([
    '1h',
    '12h',
    '24h',
    '6h',
  ])
  fireEvent.click(screen.getByText('12h'))
  expect(onHoursChange).toHaveBeenCalledExactlyOnceWith(12)
})

it('sends no request for a coin without predictions, and lists the coins that have them', () => {
  show('DOGE')
  expect(screen.getByText(/No predictions for DOGE/)).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/currencies/BTC',
    '/currencies/ETH',
    '/currencies/SOL',
    '/currencies/XRP',
  ])
  expect(answer).not.toHaveBeenCalled()
})
