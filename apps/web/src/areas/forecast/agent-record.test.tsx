import type { AgentPrediction, AgentPredictionPage } from '@aerie/wire/agent/agent'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { T0 } from '../../platform/live/test/market.ts'
import { AgentRecord, outcomeOf } from './agent-record.tsx'

const prediction = (changes: Partial<AgentPrediction> = {}): AgentPrediction => ({
  currency: 'BTC',
  hours: 12,
  issued_at: T0,
  due_at: T0 + 12 * 3_600_000,
  anchor: 100,
  predicted: 101,
  low80: 95,
  high80: 107,
  quote: 'USD',
  source: 'sim',
  close: null,
  state: 'open',
  ...changes,
})
const page = (changes: Partial<AgentPredictionPage> = {}): AgentPredictionPage => ({
  entries: [prediction()],
  page: 1,
  size: 50,
  total: 1,
  records: [{ source: 'sim', named: 1, scored: 0, independent: 0, median_error: null, nearer_than_no_change: null, inside_80: null }],
  ...changes,
})
const answer = vi.fn<(path: string) => Promise<Response>>()
const give = (data: AgentPredictionPage) => answer.mockImplementation(async () => Response.json({ data }))

beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  queryClient.setDefaultOptions({ queries: { retry: false } })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('lists the predictions, and claims nothing before they are scored', async () => {
  give(page())
  render(<AgentRecord />)
  expect((await screen.findByRole('row', { name: /BTC, 12 hours/ })).textContent).toMatch(
    /SIM.*at \$100\.00.*\$101\.00.*\$95\.00 to \$107\.00.*—open/,
  )
  expect(screen.getAllByText('— nothing scored yet')).toHaveLength(3)
  expect(screen.getByText(/Simulated market, not real prices/)).toBeTruthy()
})

it('shows the shares with their interval and sample size', async () => {
  const measured = { share: 0.6, low: 0.31, high: 0.83 }
  const record = { source: 'live', named: 12, scored: 10, independent: 4, nearer_than_no_change: measured, inside_80: null } as const
  give(page({ records: [{ ...record, median_error: { ours: 0.0123, no_change: 0.0125, ratio: 0.984 } }] }))
  render(<AgentRecord />)
  expect(await screen.findByText('60.0% (31.0% to 83.0%)')).toBeTruthy()
  expect(screen.getByText('1.23% and 1.25%, ratio 0.984')).toBeTruthy()
  expect(screen.getByText(/12 made, 10 scored, 4 independent outcomes/)).toBeTruthy()
})

it('filters by coin, and pages through the entries', async () => {
  give(page({ total: 120 }))
  render(<AgentRecord symbol="BTC" />)
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }))
  await waitFor(() => expect(answer.mock.calls.map(([path]) => path)).toContain('/api/v1/agent/predictions?page=2&symbol=BTC'))
})

it('shows an empty state, and an error when loading failed', async () => {
  give(page({ entries: [], total: 0, records: [] }))
  const { unmount } = render(<AgentRecord />)
  expect(await screen.findByText('No predictions yet')).toBeTruthy()
  unmount()
  queryClient.clear()
  answer.mockImplementation(async () => Response.json({}, { status: 500 }))
  render(<AgentRecord />)
  expect(await screen.findByText('The agent predictions could not be loaded')).toBeTruthy()
})

it('judges a close by its distance as a ratio, and by the band', () => {
  const scored = (close: number) => outcomeOf(prediction({ state: 'scored', close })).text
  expect(scored(102)).toBe('closer than “no change”, inside 80%')
  expect(scored(99)).toBe('further than “no change”, inside 80%')
  expect(scored(110)).toBe('closer than “no change”, outside 80%')
  expect(outcomeOf(prediction({ state: 'unscorable' })).text).toBe('not scored: no close for that hour')
})
