import '../../../test/silent-live-client.ts'
import '../../../test/no-messages.ts'
import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import { recordOf } from '@aerie/core/record-keys'
import type { Correlation, CorrelationPair, Screen, Volatility } from '@aerie/wire/market/analytics'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { setStatus } from '../../platform/live/market/market-status.ts'
import { T0, testStatus } from '../../platform/live/test/market.ts'
import { useSession } from '../../platform/session/session.ts'
import { testUser } from '../../platform/session/test/user.ts'
import type { SlotProps } from '../workspace/slots/slot.ts'
import { CorrelationSlot, parseCorrelationOptions } from './correlation/correlation-slot.tsx'
import { RiskSlot } from './risk/risk-slot.tsx'
import { VolatilitySlot } from './volatility/volatility-slot.tsx'

const known = (value: number) => ({ value, candles: 24, since: T0 - 86_400_000, reason: null })
const unknown = { value: null, candles: 3, since: T0, reason: 'no-history' as const }
const matrix: Correlation = {
  symbols: ['BTC', 'ETH', 'NEW'],
  returns: [720, 720, 5],
  cells: [
    [0, 1, 720, 0.83, 0.8, 0.85],
    [0, 2, 5, null, null, null],
    [1, 2, 720, -0.42, -0.48, -0.36],
  ],
  method: 'pearson',
  interval: '1h',
  window_hours: 720,
  source: 'replay',
  as_of: T0,
}
const pair: CorrelationPair = {
  a: 'BTC',
  b: 'ETH',
  pairs: 720,
  value: 0.83,
  low: 0.8,
  high: 0.85,
  points: [
    [T0 - 3_600_000, 0.5, 0.6],
    [T0, -0.2, -0.1],
  ],
  rolling: [
    [T0 - 3_600_000, 0.8],
    [T0, 0.81],
  ],
  rolling_pairs: 120,
  method: 'pearson',
  interval: '1h',
  window_hours: 720,
  source: 'replay',
  as_of: T0,
}
const cone = [24, 168].map((hours) => ({
  hours,
  lowest: 10,
  quarter: 20,
  median: 30,
  three_quarters: 40,
  highest: 90,
  now: 82.4,
  windows: 2_000,
  independent: 80,
}))
const calm: Volatility = {
  symbol: 'BTC',
  window_hours: 168,
  days: 90,
  days_known: 90,
  estimators: { close_to_close: known(82.4), parkinson: known(80), garman_klass: known(79), yang_zhang: known(81), ewma: unknown },
  regime: { name: 'high', percentile: 0.82, since: T0 - 5 * 3_600_000, typical_hours: 7, longest_hours: 60, spells: 12 },
  reason: null,
  thresholds: [30, 60, 90],
  series: [
    [T0 - 7_200_000, 50],
    [T0 - 3_600_000, null],
    [T0, 82.4],
  ],
  spells: [[T0 - 5 * 3_600_000, T0, 2]],
  cone,
  source: 'replay',
  as_of: T0,
}
let vol: Volatility = calm
let failing = false
/** Documents are cached per user for the window's lifetime, so each test uses a new user. */
let visitor = 0
const asked: string[] = []

async function serve(path: string, method: string): Promise<Response> {
  asked.push(path)
  if (method === 'PUT') return Response.json({ data: { version: 2, updated_at: T0 } })
  if (failing) return Response.json({ type: '', title: '', status: 503, detail: 'Reading.', code: 'unavailable' }, { status: 503 })
  if (path.includes('/correlation/pair')) return Response.json({ data: pair })
  if (path.includes('/correlation?')) return Response.json({ data: matrix })
  if (path.includes('/volatility/')) return Response.json({ data: vol })
  if (path.includes('/analytics/screen')) return Response.json({ data: screenData })
  if (path.includes('/workspace/risk'))
    return Response.json({
      data: { version: 1, body: { account: 50_000, fee_percent: 0, slippage_percent: 0, lot: 1, win_percent: 40 }, updated_at: T0 },
    })
  if (path.includes('/workspace/')) return Response.json({ data: { version: 0, body: null, updated_at: null } })
  if (path.includes('/assets/BTC')) return Response.json({ data: details })
  return Response.json({ data: [] })
}
const details = {
  ticker: 'BTC',
  name: 'Bitcoin',
  logo: '',
  price: 200,
  marketCap: null,
  circulatingSupply: null,
  totalMarketCap: null,
  volume: null,
  totalSupply: null,
  closes: { '1h': null, '24h': null, '7d': null },
  quote: 'USDT',
  source: 'replay',
  as_of: T0,
  stale: false,
}
const names = [
  'volatility_24h',
  'volatility_7d',
  'volatility_30d',
  'return_24h',
  'return_7d',
  'return_30d',
  'return_90d',
  'atr_14d',
  'high_30d',
  'low_30d',
  'high_90d',
  'low_90d',
  'from_high_30d',
  'from_low_30d',
  'from_high_90d',
  'from_low_90d',
] as const
const screenData: Screen = {
  rows: [
    {
      symbol: 'BTC',
      quote: 'USDT',
      close: 200,
      closed_at: T0,
      ...recordOf(names, () => known(5)),
    },
  ],
  source: 'replay',
  as_of: T0,
}

function Stage({ Slot, options: first }: { readonly Slot: (props: SlotProps) => React.ReactNode; readonly options: object }) {
  const [options, setOptions] = useState<unknown>(first)
  return <Slot id="one" channel={null} symbol="BTC" selectCoin={chosen} options={options} changeOptions={setOptions} />
}
const chosen = vi.fn<(symbol: string) => void>()
const show = (Slot: (props: SlotProps) => React.ReactNode, options: object = {}) =>
  render(<Stage Slot={Slot} options={options} />, { wrapper: MemoryRouter })

beforeEach(() => {
  vol = calm
  failing = false
  asked.length = 0
  chosen.mockClear()
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => serve(path, init?.method ?? 'GET'))
  visitor += 1
  useSession.setState({ user: testUser({ user_id: `u${visitor}` }) })
  queryClient.setDefaultOptions({ queries: { retry: false } })
  setStatus(testStatus({ source: 'replay', badge: 'REPLAY', market_time: T0 + 60_000 }))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const OWN = { from: 'own', own: ['BTC', 'ETH', 'NEW'], order: 'given' }

it('shows each coefficient with its number, and a dash with the reason where it is unknown', async () => {
  show(CorrelationSlot, OWN)
  expect(itemAt(await screen.findAllByRole('button', { name: 'BTC and ETH: 0.83 (0.80 to 0.85), 720 pairs' }), 0).textContent).toBe('0.83')
  expect(screen.getByRole('button', { name: 'BTC and NEW: not known, 5 of at least 20 common returns' }).textContent).toBe('—')
  expect(screen.getByRole('button', { name: /ETH and NEW/ }).textContent).toBe('−0.42')
  expect(screen.getByText('Recorded market, replayed')).toBeTruthy()
  expect(screen.getByText(/1 of 3 pairs are not known/)).toBeTruthy()
  expect(asked).toContain('/api/v1/analytics/correlation?symbols=BTC%2CETH%2CNEW&interval=1h&window=720&method=pearson')
})

it('navigates by arrows, opens a pair with its scatter plot and rolling figure, and returns on Escape', async () => {
  show(CorrelationSlot, OWN)
  const cell = await screen.findByRole('button', { name: /^BTC and ETH/ })
  expect(cell.tabIndex).toBe(0)
  cell.focus()
  fireEvent.keyDown(cell, { key: 'ArrowRight' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^BTC and NEW/)
  fireEvent.click(cell)
  expect(await screen.findByRole('img', { name: /Returns of BTC across, of ETH up/ })).toBeTruthy()
  expect(screen.getByText('95% interval 0.80 to 0.85 · 720 pairs of returns')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show ETH' }))
  expect(chosen).toHaveBeenCalledWith('ETH')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Matrix' }), { key: 'Escape' })
  expect(await screen.findByRole('grid')).toBeTruthy()
})

it('shows the matrix as a table, highest first, unknown last', async () => {
  show(CorrelationSlot, { ...OWN, view: 'pairs' })
  const rows = within(await screen.findByRole('table', { name: /each pair/ }))
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => row.textContent)).toEqual(['BTC · ETH0.830.80 to 0.85720', 'ETH · NEW−0.42−0.48 to −0.36720', 'BTC · NEW——5'])
})

it('refetches for another window, and shows when there is nothing to compare', async () => {
  show(CorrelationSlot, OWN)
  fireEvent.change(await screen.findByRole('combobox', { name: 'Window' }), { target: { value: '168' } })
  await waitFor(() => expect(asked.some((path) => path.includes('window=168'))).toBe(true))
  cleanup()
  show(CorrelationSlot, { from: 'own', own: ['BTC'] })
  expect(await screen.findByText('Choose at least two coins')).toBeTruthy()
})

it('replaces invalid options with their defaults', () => {
  const read = parseCorrelationOptions({ window: 7, method: 'kendall', own: 'BTC', count: 12 })
  expect(read).toMatchObject({ window: 720, method: 'pearson', own: [], count: 12, from: 'top' })
  expect(parseCorrelationOptions('nonsense')).toEqual(parseCorrelationOptions(undefined))
})

it('names the regime, its percentile, its start, and how long it usually lasts', async () => {
  show(VolatilitySlot)
  expect(await screen.findByText('High', { selector: 'strong' })).toBeTruthy()
  expect(screen.getByText('82.4% a year · 82nd percentile')).toBeTruthy()
  expect(
    screen.getByText(/This period has lasted for 5 hours\. Earlier ones lasted 7 hours \(median\) and 3 days at most \(12 periods\)\./),
  ).toBeTruthy()
  expect(screen.getByRole('img', { name: /Volatility cone of BTC\. 24 hours: now 82\.4%, median 30\.0%/ })).toBeTruthy()
  expect(defined(screen.getByText('EWMA', { selector: 'dt' }).closest('div')).textContent).toContain('—')
})

it('shows no regime with too little history, and requests the chosen window', async () => {
  vol = { ...calm, days: 400, regime: null, reason: 'no-history', thresholds: [], spells: [], cone: [] }
  show(VolatilitySlot, { window: 24, days: 400 })
  expect(await screen.findByText(/No regime: There is too little history/)).toBeTruthy()
  expect(screen.getByText(/The history of BTC has only 90 of the 400 days\./)).toBeTruthy()
  expect(asked.some((path) => path.includes('/volatility/BTC?window=24&days=400'))).toBe(true)
  cleanup()
  queryClient.clear()
  vol = { ...vol, days_known: 0, series: [] }
  show(VolatilitySlot)
  expect(await screen.findByText('No volatility of BTC')).toBeTruthy()
})

it('shows what failed, and retries', async () => {
  failing = true
  show(VolatilitySlot)
  expect(await screen.findByText('The volatility of BTC could not be loaded')).toBeTruthy()
  failing = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('High', { selector: 'strong' })).toBeTruthy()
})

const PLAN = { coin: 'BTC', side: 'long', entry: '200', stop: '190', targets: ['230'] }

it('sizes a position from the saved settings, and explains each figure with its numbers', async () => {
  show(RiskSlot, PLAN)
  expect(await screen.findByText('50 BTC')).toBeTruthy()
  expect(screen.getByText('3.00 : 1')).toBeTruthy()
  expect(screen.getByText('5.00% · 10.00% · 20.00%')).toBeTruthy()
  const about = screen.getByRole('button', { name: 'About Position size' })
  expect(defined(document.getElementById(defined(about.getAttribute('popovertarget')))).textContent).toContain(
    '⌊ 500.00 ÷ 10.00 ÷ 1 ⌋ × 1 = 50',
  )
})

it('warns first when liquidation comes before the stop, and fixes it on a press', async () => {
  show(RiskSlot, PLAN)
  fireEvent.change(await screen.findByLabelText('Leverage'), { target: { value: '25' } })
  expect(await screen.findByRole('alert')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Use 18.1×' }))
  await waitFor(() => expect(screen.queryByText('Liquidation comes before the stop.')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Leverage').value).toBe('18.1')
})

it('applies an ATR stop and the live price on a press', async () => {
  show(RiskSlot, { ...PLAN, stop: '', entry: '' })
  fireEvent.click(await screen.findByRole('button', { name: 'Take 200.00 USDT' }))
  expect(screen.getByLabelText<HTMLInputElement>('Entry').value).toBe('200')
  fireEvent.click(await screen.findByRole('button', { name: 'Stop at 2 ATR' }))
  expect(screen.getByLabelText<HTMLInputElement>('Stop').value).toBe('180')
  expect(await screen.findByText('25 BTC')).toBeTruthy()
})

it('shows errors at the field, no outdated figures, and no error on an untouched field', async () => {
  show(RiskSlot, { ...PLAN, stop: '' })
  expect(await screen.findByText('The size appears here. Enter a stop.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(screen.getByLabelText('Stop'), { target: { value: '210' } })
  expect((await screen.findByRole('alert')).textContent).toContain('The stop of a long must be below its entry.')
  expect(screen.getByText('Correct the highlighted fields to see the size.')).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Short ▼'))
  await waitFor(() => expect(screen.queryByText(/The stop of a/)).toBeNull())
})

it('sets the target at the minimum reward to risk, and warns when a plan pays less', async () => {
  show(RiskSlot, { ...PLAN, targets: ['205'] })
  fireEvent.change(await screen.findByLabelText('Least reward to risk'), { target: { value: '2.5' } })
  expect(await screen.findByText('Reward to risk 0.50 : 1 is below your least, 2.50 : 1.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Target at 2.50 : 1' }))
  expect(screen.getByLabelText<HTMLInputElement>('Target').value).toBe('225')
  await waitFor(() => expect(screen.queryByText(/is below your least/)).toBeNull())
})

it('shows that there is no edge instead of a bet size', async () => {
  show(RiskSlot, PLAN)
  fireEvent.change(await screen.findByLabelText('Win rate'), { target: { value: '20' } })
  expect(await screen.findByText('No edge: do not trade')).toBeTruthy()
})
