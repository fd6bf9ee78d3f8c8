import '../../../../test/silent-live-client.ts'
import { itemAt } from '@aerie/core/item-at'
import { chanceAbove } from '@aerie/forecast/price-probability'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { chanceText } from '../../../platform/format/market-text.ts'
import { setStatus, useMarketState } from '../../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../../platform/live/test/market.ts'
import { useSession } from '../../../platform/session/session.ts'
import { horizonPrices } from '../fan-bands.tsx'
import { forecastQuery } from '../forecast-query.ts'
import { testForecast, testScorecard, testWarming } from '../test/forecast.ts'
import { setLevel } from './candle-window.ts'
import { IpcPage } from './ipc-page.tsx'

let place = ''
function LocationProbe() {
  const { pathname, search } = useLocation()
  place = pathname + search
  return null
}
const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <LocationProbe />
      <Routes>
        <Route path="ipc/:currency" element={<IpcPage />} />
      </Routes>
    </MemoryRouter>,
  )

const candles = Array.from({ length: 72 }, (_, index) => [T0 / 1000 - (72 - index) * 3600, 100, 101, 99, 100, 5])
const unavailable = (detail: string) =>
  Response.json({ type: 'urn:aerie:problem:unavailable', title: 'x', status: 503, detail, code: 'unavailable' }, { status: 503 })

function serve(path: string): Response {
  const hours = Number(new URL(path, 'http://x').searchParams.get('hours'))
  if (path.includes('/agent/predictions')) return Response.json({ data: { entries: [], page: 1, size: 50, total: 0, records: [] } })
  if (path.includes('/history')) return Response.json({ data: { entries: [], next_before: null } })
  if (path.includes('/verify')) return Response.json({ data: { intact: true, length: 0, head: '', broken_at: null } })
  if (path.includes('/forecasts/')) return Response.json({ data: testForecast({ hours }) })
  if (path.includes('/scorecard/')) return Response.json({ data: testScorecard({ hours }) })
  if (path.includes('/candles/')) return Response.json({ data: candles })
  return unavailable('not here')
}
const answer = vi.fn<(path: string) => Promise<Response>>()
const slider = () => screen.findByRole('slider', { name: 'Price level' })
const field = () => screen.getByLabelText<HTMLInputElement>('Price level in USD')
const chanceAt = (level: number) => chanceText(chanceAbove(horizonPrices(testForecast()), level))

beforeEach(() => {
  answer.mockImplementation(async (path) => serve(path))
  vi.stubGlobal('fetch', answer)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1076)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(532)
  queryClient.setDefaultOptions({ queries: { retry: false } })
  useMarketState.setState(useMarketState.getInitialState(), true)
  setStatus(testStatus())
  setLevel(null)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  useSession.setState(useSession.getInitialState(), true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('draws the past and three bands, and describes them in a sentence', async () => {
  show('/ipc/BTC')
  const chart = await screen.findByRole('img', { name: /^BTC: recent prices and the forecast for 24 hours, from \$100\.00/ })
  expect(chart.getAttribute('aria-label')).toMatch(/95% between \$76\.00 and \$124\.00\. Simulated market, not real prices\.$/)
  expect([...chart.querySelectorAll('.fan-band')].map((band) => band.getAttribute('data-band'))).toEqual(['95', '80', '50'])
  await waitFor(() => expect(chart.querySelector('.candles[data-tone="up"]')?.getAttribute('d')?.match(/Z/g)).toHaveLength(72))
})

it('moves the level by keys, and shows the chance above it everywhere', async () => {
  show('/ipc/BTC')
  const level = await slider()
  expect(level.getAttribute('aria-valuetext')).toBe(`$100.00: ${chanceAt(100)} chance to end above`)
  fireEvent.keyDown(level, { key: 'ArrowUp' })
  fireEvent.keyDown(level, { key: 'PageUp' })
  const moved = Number(level.getAttribute('aria-valuenow'))
  expect(moved).toBeCloseTo(102.2)
  expect(level.getAttribute('aria-valuetext')).toContain(chanceAt(moved))
  expect(screen.getByText(chanceAt(moved), { selector: 'output' })).toBeTruthy()
  expect(field().value).toBe('102.20')
})

it('follows the pointer only while it is pressed', async () => {
  show('/ipc/BTC?level=100')
  const level = await slider()
  let isHeld = false
  level.setPointerCapture = () => {
    isHeld = true
  }
  level.hasPointerCapture = () => isHeld
  fireEvent.pointerMove(level, { clientY: 50, pointerId: 1 })
  expect(level.getAttribute('aria-valuenow')).toBe('100')
  fireEvent.pointerDown(level, { clientY: 250, pointerId: 1 })
  fireEvent.pointerMove(level, { clientY: 0, pointerId: 1 })
  expect(Number(level.getAttribute('aria-valuenow'))).toBeGreaterThan(124)
})

it('writes a level to the address once it settles, and reads it from there', async () => {
  show('/ipc/BTC?hours=6&level=101.5')
  const level = await slider()
  expect(level.getAttribute('aria-valuenow')).toBe('101.5')
  fireEvent.change(field(), { target: { value: '1,0a' } })
  expect(screen.getByText('Enter the number alone, such as 1234.5, without “a”.')).toBeTruthy()
  fireEvent.change(field(), { target: { value: '$99' } })
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect(level.getAttribute('aria-valuenow')).toBe('99')
  await waitFor(() => expect(place).toBe('/ipc/BTC?hours=6&level=99'))
})

it('resets the level for each coin, and rejects an ambiguous number', async () => {
  setLevel(65_000)
  show('/ipc/BTC')
  expect((await slider()).getAttribute('aria-valuenow')).toBe('100')
  fireEvent.change(field(), { target: { value: '1,050' } })
  expect(screen.getByText('“1,050” can mean 1050 or 1.050. Enter one of the two.')).toBeTruthy()
  fireEvent.change(field(), { target: { value: '1,050.00' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('accepts the presets, every hour, and plus and minus for the horizon', async () => {
  show('/ipc/BTC')
  await slider()
  fireEvent.click(itemAt(screen.getAllByText('6h', { selector: 'button' }), 0))
  expect(place).toBe('/ipc/BTC?hours=6')
  await waitFor(() => expect(screen.getByText('Median, 6 hours ahead')).toBeTruthy())
  fireEvent.keyDown(await screen.findByRole('slider', { name: 'Moment on the chart' }), { key: '+' })
  expect(place).toBe('/ipc/BTC?hours=1')
  fireEvent.change(itemAt(screen.getAllByLabelText('Any whole hour'), 0), { target: { value: '24' } })
  expect(place).toBe('/ipc/BTC')
})

it('announces any moment of the chart by arrow keys', async () => {
  show('/ipc/BTC')
  const moment = await screen.findByRole('slider', { name: 'Moment on the chart' })
  await waitFor(() => expect(moment.getAttribute('aria-valuemax')).toBe('95'))
  expect(moment.getAttribute('aria-valuetext')).toBe('none selected')
  fireEvent.keyDown(moment, { key: 'End' })
  expect(moment.getAttribute('aria-valuetext')).toMatch(/\+24 h, median \$100\.00 \(0\.00%\)\..*95%: \$76\.00 to \$124\.00$/)
  fireEvent.keyDown(moment, { key: 'Home' })
  expect(moment.getAttribute('aria-valuetext')).toMatch(/Open \$100\.00\. High \$101\.00\. Low \$99\.00\. Close \$100\.00$/)
  fireEvent.keyDown(moment, { key: 'Escape' })
  expect(moment.getAttribute('aria-valuetext')).toBe('none selected')
})

it('shows the past in hours when the market has no finer candles', async () => {
  answer.mockImplementation(async (path) => (path.includes('interval=15m') ? Response.json({ data: [] }) : serve(path)))
  show('/ipc/BTC?hours=6')
  await slider()
  await waitFor(() => expect(document.querySelector('.candles[data-tone="up"]')?.getAttribute('d')?.match(/Z/g)).toHaveLength(18))
  expect(answer.mock.calls.filter(([path]) => path.includes('interval=1h'))).toHaveLength(1)
})

it('still shows the forecast when the past cannot be loaded', async () => {
  answer.mockImplementation(async (path) => (path.includes('/candles/') ? unavailable('') : serve(path)))
  show('/ipc/BTC')
  expect(await screen.findByText(/Recent prices could not be loaded/)).toBeTruthy()
  expect(document.querySelectorAll('.fan-band')).toHaveLength(3)
})

it('shows why there is no forecast yet, and displays it once the next poll finds it', async () => {
  let isThere = false
  const waiting = testWarming({ symbol: 'SOL', detail: 'The history of SOL is still being loaded.' })
  answer.mockImplementation(async (path) => (path.includes('/forecasts/SOL?') && !isThere ? Response.json({ data: waiting }) : serve(path)))
  show('/ipc/SOL')
  expect(await screen.findByText('No forecast for SOL yet')).toBeTruthy()
  expect(screen.getByText(/The history of SOL is still being loaded\./)).toBeTruthy()
  isThere = true
  await act(() => queryClient.refetchQueries({ queryKey: forecastQuery('SOL', 24).queryKey }))
  expect(await slider()).toBeTruthy()
  expect(screen.queryByText('No forecast for SOL yet')).toBeNull()
})

it('has text and links for a coin without forecasts, and sends no request', async () => {
  await act(async () => void show('/ipc/DOGE'))
  expect(screen.getByRole('heading', { name: 'No forecast for DOGE' })).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/ipc/BTC',
    '/ipc/ETH',
    '/ipc/SOL',
    '/ipc/XRP',
    '/currencies/DOGE',
  ])
  expect(answer).not.toHaveBeenCalled()
})

it('resolves a lower-case symbol to the coin', async () => {
  show('/ipc/eth?hours=12')
  await slider()
  expect(place).toBe('/ipc/ETH?hours=12')
})

it('lists the agent’s predictions for a user below the scorecard, and does not request them for a guest', async () => {
  show('/ipc/BTC')
  await screen.findByRole('heading', { name: /^Scorecard/ })
  expect(screen.queryByRole('heading', { name: /^Prediction record/ })).toBeNull()
  expect(answer.mock.calls.filter(([path]) => path.includes('/agent/predictions'))).toEqual([])
  act(() => useSession.setState({ phase: 'active', token: 'a-token', endsAt: T0 }))
  expect(await screen.findByRole('heading', { name: /^Agent predictions for BTC/ })).toBeTruthy()
  expect(await screen.findByText('No predictions yet')).toBeTruthy()
  expect(answer.mock.calls.some(([path]) => path.includes('/agent/predictions?page=1&symbol=BTC'))).toBe(true)
})
