import '../../../test/no-messages.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/api/query-client.ts'
import { useSession } from '../../platform/session/session.ts'
import { testUser } from '../../platform/session/test/user.ts'
import { testAccount, testOrder, testPosition } from '../trading/test/account.ts'
import { testStatistics } from '../trading/test/statistics.ts'
import { ReviewPanel, SectionsPanel } from './claw-page.tsx'
import { HoldingsPanel, RiskPanel } from './risk-panel.tsx'
import { VolatilityPanel } from './volatility-panel.tsx'

const statistic = (value: number | null) => ({
  value,
  candles: value === null ? 0 : 24,
  since: null,
  reason: value === null ? 'no-history' : null,
})
const volatility = (symbol: string, value: number | null) => ({
  symbol,
  window_hours: 24,
  days: 90,
  days_known: value === null ? 0 : 90,
  estimators: Object.fromEntries(
    ['close_to_close', 'parkinson', 'garman_klass', 'yang_zhang', 'ewma'].map((name) => [name, statistic(value)]),
  ),
  regime: value === null ? null : { name: 'high', percentile: 0.82, since: null, typical_hours: 7, longest_hours: 31, spells: 12 },
  reason: value === null ? 'no-history' : null,
  thresholds: [],
  series: [],
  spells: [],
  cone: [],
  source: 'sim',
  as_of: 1,
})
const TIER = {
  state: 'none',
  wallet: null,
  gold: false,
  tier: null,
  amounts: null,
  have: null,
  need: '1',
  block: null,
  proven_at: null,
  contract: null,
}

let answers: Readonly<Record<string, () => Response>>
const fetched = vi.fn<typeof fetch>(async (path) => {
  const found = Object.entries(answers).find(([part]) => String(path).includes(part))
  return found ? found[1]() : new Promise<Response>(() => undefined)
})
const data = (body: unknown) => () => Response.json({ data: body })
const page = (list: readonly unknown[]) => () => Response.json({ data: list, next: null })
const refused = () =>
  Response.json({ type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'No.', instance: '/' }, { status: 403 })
const show = (panel: React.ReactNode) => render(<MemoryRouter>{panel}</MemoryRouter>)

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  answers = {}
  useSession.setState({ user: testUser() })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the open risk', () => {
  it('is that of the trading account, with a dash for unknown values, never 0', async () => {
    answers = {
      '/tier': data(TIER),
      '/trading/account': data(testAccount({ equity: null })),
      '/orders': page([testOrder(1, { symbol: 'BTC' })]),
      '/positions': page([testPosition({ symbol: 'BTC', mark: '100', liquidation_price: '90' })]),
      '/fills': page([]),
    }
    show(
      <>
        <RiskPanel className="" />
        <HoldingsPanel className="" />
      </>,
    )
    expect(screen.getByRole('status', { name: 'Loading your holdings' })).toBeDefined()
    expect(await screen.findByText('Nearest liquidation: BTC at 90.00, 10.00% from the mark price.')).toBeDefined()
    expect(screen.getByText('Without a stop: BTC.')).toBeDefined()
    expect(screen.queryByText(/^Nothing is open\./)).toBeNull()
    expect(screen.getByText('Equity').nextElementSibling?.textContent).toBe('—')
    expect((await screen.findByText('Staked')).nextElementSibling?.textContent).toBe('—')
    expect(screen.getByText('Subscription').nextElementSibling?.textContent).toBe('claw')
    expect(screen.getByRole('link', { name: 'Link a wallet' })).toBeDefined()
  })

  it('explains what will be shown here while nothing is open', async () => {
    const none = { '/tier': data(TIER), '/orders': page([]), '/fills': page([]), '/positions': page([]) }
    answers = { ...none, '/trading/account': data(testAccount({})) }
    show(<RiskPanel className="" />)
    expect(await screen.findByText(/^Nothing is open\./)).toBeDefined()
  })

  it('shows that holdings could not be loaded, and retries', async () => {
    answers = { '/tier': refused }
    show(<HoldingsPanel className="" />)
    const alert = await screen.findByRole('alert')
    answers = { '/tier': data(TIER) }
    fireEvent.click(within(alert).getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByText('Tier')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('yesterday', () => {
  it('summarises the closed trades, and links to them', async () => {
    answers = { '/journal/statistics': data(testStatistics({ counted: 3, net: '-12.5', with_risk: 1 })) }
    show(<ReviewPanel className="" />)
    expect((await screen.findByText('Closed trades')).nextElementSibling?.textContent).toBe('3')
    expect(screen.getByText('Net, USDC').nextElementSibling?.textContent).toBe('−12.50')
    expect(screen.getByText('With a stop at entry').nextElementSibling?.textContent).toBe('1 of 3')
    expect(screen.getByRole('link', { name: 'Review' }).getAttribute('href')).toMatch(/from=(\d{4}-\d{2}-\d{2})&to=\1$/)
  })

  it('shows that there were no trades, without a figure', async () => {
    answers = { '/journal/statistics': data(testStatistics({ counted: 0, net: '0', with_risk: 0 })) }
    show(<ReviewPanel className="" />)
    expect(await screen.findByText('No trades closed yesterday.')).toBeDefined()
    expect(screen.getByText(/its result, fees and stop appear here/)).toBeDefined()
    expect(screen.queryByText('Net, USDC')).toBeNull()
  })
})

describe('the volatility', () => {
  it('shows the regime relative to its history, or why there is none', async () => {
    answers = { '/volatility/BTC': data(volatility('BTC', 54.21)), '/volatility/ETH': data(volatility('ETH', null)) }
    show(<VolatilityPanel className="" />)
    const btc = screen.getByRole('region', { name: 'Volatility of BTC' })
    expect(await within(btc).findByText('High')).toBeDefined()
    expect(within(btc).getByText('54.2% a year')).toBeDefined()
    expect(within(btc).getByText(/Higher than in 82% of the last 90 days.*Median duration: 7 hours \(12 periods\)/)).toBeDefined()
    const eth = screen.getByRole('region', { name: 'Volatility of ETH' })
    expect(await within(eth).findByText('No regime: too few closed hourly candles.')).toBeDefined()
    expect(within(eth).getByText('— a year')).toBeDefined()
  })
})

it('every section has its name, its purpose and a link', () => {
  show(<SectionsPanel className="" />)
  const link = screen.getByRole('link', { name: 'Copy' })
  expect(link.getAttribute('href')).toBe('/claw/copy')
  for (const one of screen.getAllByRole('link')) expect(one.closest('li')?.textContent).not.toBe(one.textContent)
})
