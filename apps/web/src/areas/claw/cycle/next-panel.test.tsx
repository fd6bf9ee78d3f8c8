import '../../../../test/no-messages.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/api/query-client.ts'
import { userLeft } from '../../../platform/api/query-client-users.ts'
import { changeChannel, useViewState } from '../../../platform/mirror/views/view-state.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { useTradingState } from '../../trading/account/trading-state.ts'
import { testAccount, testOrder, testPosition } from '../../trading/test/account.ts'
import { testStatistics } from '../../trading/test/statistics.ts'
import { yesterdayOf } from '../review-query.ts'
import { NextPanel } from './next-panel.tsx'

const data = (body: unknown) => () => Response.json({ data: body })
const page = (list: readonly unknown[]) => () => Response.json({ data: list, next: null })
const refused = () =>
  Response.json({ type: 'about:blank', title: 'No', status: 403, code: 'forbidden', detail: 'No.', instance: '/' }, { status: 403 })
const stop = testOrder(1, { symbol: 'SOL', role: 'stop_loss', side: 'sell', type: 'stop', trigger: '90', price: null, reduce_only: true })
const checklist = (ticks: object) => data({ version: 1, body: { items: null, ticks }, updated_at: 1 })
const closed = (counted: number) => data(testStatistics({ counted, net: '0', with_risk: 0 }))

let answers: Readonly<Record<string, () => Response | Promise<Response>>>
/** Documents are cached per user, so each test uses a new user. */
let users = 0

beforeEach(() => {
  // Keeps the day from changing within a test.
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 12), toFake: ['Date'] })
  vi.stubGlobal('fetch', async (path: unknown) => {
    const found = Object.entries(answers).find(([part]) => String(path).includes(part))
    return found ? found[1]() : new Promise<Response>(() => undefined)
  })
  users += 1
  useSession.setState({ user: testUser({ user_id: `next-${users}` }) })
  changeChannel(1, { instrument: { symbol: 'BTC', label: 'Bitcoin' } })
  answers = {
    '/trading/account': data(testAccount()),
    '/orders': page([]),
    '/positions': page([]),
    '/fills': page([]),
    '/journal/accounts': page([{ account: null, origin: 'Binance', source_kind: null, trips: 1, counted: 1, from_ms: null }]),
    '/journal/statistics': closed(0),
    '/workspace/checklist': checklist({ BTC: { plan: Date.now() } }),
  }
})
afterEach(() => {
  cleanup()
  userLeft.emit()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const Address = () => {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const show = () =>
  render(
    <MemoryRouter initialEntries={['/claw']}>
      <NextPanel className="" />
      <Address />
    </MemoryRouter>,
  )
async function pressed(name: string): Promise<string | null> {
  show()
  fireEvent.click(await screen.findByRole('link', { name }))
  return screen.getByRole('status').textContent
}
const coinOnTrade = () => useViewState.getState().channels[1].instrument.symbol
const held = testPosition({ symbol: 'SOL' })

it('opens the coin whose position has no stop with one press', async () => {
  answers = { ...answers, '/positions': page([held]) }
  expect(await pressed('Set a stop')).toBe('/claw/trade')
  expect(coinOnTrade()).toBe('SOL')
})

it('opens Trade for a protected position without changing the coin', async () => {
  answers = { ...answers, '/positions': page([held]), '/orders': page([stop]) }
  expect(await pressed('Manage on Trade')).toBe('/claw/trade')
  expect(coinOnTrade()).toBe('BTC')
})

it('opens the trades closed yesterday', async () => {
  answers = { ...answers, '/journal/statistics': closed(2) }
  const { day } = yesterdayOf(Date.now())
  expect(await pressed('Review yesterday')).toBe(`/claw/posttrade?from=${day}&to=${day}`)
})

it('opens the preparation when nothing was ticked today', async () => {
  answers = { ...answers, '/workspace/checklist': checklist({}) }
  expect(await pressed('Prepare on Pre-trade')).toBe('/claw/pretrade')
})

it('opens the first lesson until there is a trade', async () => {
  answers = { ...answers, '/journal/accounts': page([]), '/workspace/checklist': checklist({}) }
  expect(await pressed('Start the first lesson')).toBe('/claw/learn?lesson=first-trade')
})

it('opens Trade when everything else is done', async () => {
  expect(await pressed('Open Trade')).toBe('/claw/trade')
  expect(screen.getByText('Nothing is open.')).toBeDefined()
})

it('does not claim that nothing is open when open positions could not be loaded', async () => {
  answers = { ...answers, '/trading/account': refused }
  expect(await pressed('Open Trade')).toBe('/claw/trade')
  expect(screen.queryByText('Nothing is open.')).toBeNull()
})

it('offers no step that may still change', async () => {
  const late = Promise.withResolvers<Response>()
  answers = { ...answers, '/journal/statistics': () => late.promise }
  show()
  await vi.waitFor(() => expect(useTradingState.getState().view).not.toBeNull())
  expect(screen.getByRole('status', { name: 'Loading the next step' })).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
  late.resolve(closed(2)())
  expect(await screen.findByRole('link', { name: 'Review yesterday' })).toBeDefined()
})
