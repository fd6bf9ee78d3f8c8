import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api-error.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { userLeft } from '../../../platform/api/query-client-users.ts'
import { useSession } from '../../../platform/session/session.ts'
import { testUser } from '../../../platform/session/test/user.ts'
import { viewOf } from '../account/account-view.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { useTradingState } from '../account/trading-state.ts'
import { patchView, readTrading } from '../account/trading-store.ts'
import { testAccount, testFill, testOrder } from '../test/account.ts'
import { type Submission, sendOrder, takeOrder, useSubmissions } from './submissions.ts'
import { followUnanswered } from './unanswered-orders.ts'

const place = vi.spyOn(tradingCalls, 'place')
const orderNamed = vi.spyOn(tradingCalls, 'orderNamed')
const account = vi.spyOn(tradingCalls, 'account')
vi.spyOn(tradingCalls, 'openOrders').mockResolvedValue([])
vi.spyOn(tradingCalls, 'positions').mockResolvedValue([])
vi.spyOn(tradingCalls, 'fills').mockResolvedValue({ data: [], next: null })

const away = () => new ApiError({ code: 'offline', status: 0, detail: '' })
const refusal = () => new ApiError({ code: 'rule_broken', reason: 'perpMarginRejected', status: 422, detail: 'Too little.' })
const send = () => sendOrder({ symbol: 'HYPE', side: 'buy', type: 'market', size: '1' })
const waiting = (client_id: string, state: Submission['state']): Submission => ({
  body: { client_id, symbol: 'HYPE', side: 'buy', type: 'market', size: '1' },
  owner: null,
  state,
  message: '',
})
let stop = (): void => undefined
const states = () => useSubmissions.getState().list.map(({ state }) => state)
const names = () => useSubmissions.getState().list.map(({ body }) => body.client_id)

beforeEach(() => {
  place.mockReset()
  orderNamed.mockReset().mockRejectedValue(away())
  account.mockReset().mockResolvedValue(testAccount())
  useTradingState.setState({
    view: viewOf({ account: testAccount(), orders: [], positions: [], fills: [] }),
    isReading: false,
    error: null,
  })
  useSubmissions.setState({ list: [] })
  stop = followUnanswered()
})
afterEach(() => {
  stop()
  userLeft.emit()
  queryClient.clear()
  useSession.setState(useSession.getInitialState(), true)
})

it('keeps an order that may be open, however many are rejected after it', async () => {
  place.mockRejectedValueOnce(away())
  await send()
  place.mockRejectedValue(refusal())
  for (let each = 0; each < 6; each += 1) await send()
  expect(states()).toEqual(['unknown', ...Array<string>(5).fill('refused')])
})

describe('an order without an answer', () => {
  beforeEach(() =>
    useSubmissions.setState({
      list: [waiting('c1', 'unknown'), waiting('c2', 'not-arrived'), waiting('c3', 'refused'), waiting('c4', 'sending')],
    }),
  )

  it.each([
    ['is among the open ones', (number: number) => takeOrder(testOrder(number))],
    ['has ended without a fill', (number: number) => takeOrder(testOrder(number, { state: 'canceled' }))],
    ['was filled', (number: number) => patchView((view) => ({ ...view, fills: [testFill(9, { client_id: `c${number}` })] }))],
  ])('is resolved once it %s', (_what, come) => {
    come(1)
    expect(names()).toEqual(['c2', 'c3', 'c4'])
    come(2)
    expect(names()).toEqual(['c3', 'c4'])
    // It waits for its own response.
    come(4)
    expect(names()).toEqual(['c3', 'c4'])
  })

  it('keeps a rejection visible when the order is reported as rejected', () => {
    takeOrder(testOrder(3, { state: 'rejected' }))
    expect(names()).toEqual(['c1', 'c2', 'c3', 'c4'])
  })

  it('is looked up after the account is refetched, as it may have ended unnoticed', async () => {
    orderNamed.mockImplementation(async (name) => (name === 'c1' ? testOrder(1, { state: 'expired' }) : null))
    await readTrading()
    await vi.waitFor(() =>
      expect(useSubmissions.getState().list.map(({ body, state }) => [body.client_id, state])).toEqual([
        ['c2', 'not-arrived'],
        ['c3', 'refused'],
        ['c4', 'sending'],
      ]),
    )
    expect(orderNamed.mock.calls).toEqual([['c1'], ['c2']])
  })

  it('shows why it was rejected, as the notice contains no reason', async () => {
    orderNamed.mockResolvedValue(testOrder(1, { state: 'rejected', reason: 'perpMarginRejected' }))
    takeOrder(testOrder(1, { state: 'rejected', reason: 'perpMarginRejected' }))
    await vi.waitFor(() =>
      expect(useSubmissions.getState().list[0]).toMatchObject({ state: 'refused', message: 'Too little free margin for this order.' }),
    )
    expect(orderNamed).toHaveBeenCalledTimes(1)
  })

  it('stays unchanged, with its buttons, when there is nothing new', async () => {
    const before = useSubmissions.getState().list
    orderNamed.mockImplementation(async () => null)
    useSubmissions.setState({ list: before.slice(1) })
    const shown = useSubmissions.getState().list
    await readTrading()
    await vi.waitFor(() => expect(orderNamed).toHaveBeenCalledWith('c2'))
    await Promise.resolve()
    expect(useSubmissions.getState().list).toBe(shown)
  })

  it('is not looked up for another user who logs in here', async () => {
    useSession.setState({ user: testUser({ user_id: '00000000-0000-4000-8000-000000000009' }) })
    await readTrading()
    expect(orderNamed).not.toHaveBeenCalled()
  })

  it('is not looked up when the account could not be loaded', async () => {
    account.mockRejectedValue(away())
    await readTrading()
    expect(orderNamed).not.toHaveBeenCalled()
  })
})

it('resolves an order that the account reported before its request failed', async () => {
  place.mockImplementation(async (body) => {
    takeOrder(testOrder(1, { client_id: body.client_id }))
    throw away()
  })
  expect(await send()).toEqual({ kind: 'unknown' })
  expect(names()).toEqual([])
})

it('shows nothing of an order whose answer arrives after another user has logged in', async () => {
  place.mockImplementation(async () => {
    useSession.setState({ user: testUser({ user_id: '00000000-0000-4000-8000-000000000009' }) })
    throw away()
  })
  orderNamed.mockResolvedValue(null)
  await send()
  expect(useSubmissions.getState().list).toMatchObject([{ owner: null, state: 'unknown' }])
})
