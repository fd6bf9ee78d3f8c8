import type { TradingNotice } from '@aerie/wire/trading/trading-notices'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api-error.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { userLeft } from '../../../platform/api/query-client-users.ts'
import { useServerState } from '../../../platform/api/server-state.ts'
import { emitNoticesResumed, receiveNotice } from '../../../platform/live/notices.ts'
import { ACCOUNT_ID, testAccount, testFill, testOrder, testPosition } from '../test/account.ts'
import { withAnswer } from './account-view.ts'

const openMessages = vi.hoisted(() => vi.fn<() => void>())
vi.mock('../../../platform/live/messages/messages-client.ts', () => ({ openMessages }))
const { tradingCalls } = await import('./trading-calls.ts')
const { holdTrading, onFill, patchView, readMoved } = await import('./trading-store.ts')
const { useTradingState } = await import('./trading-state.ts')

const account = vi.spyOn(tradingCalls, 'account')
const openOrders = vi.spyOn(tradingCalls, 'openOrders')
const positions = vi.spyOn(tradingCalls, 'positions')
const fills = vi.spyOn(tradingCalls, 'fills')
const receive = (notice: TradingNotice): void => receiveNotice(notice)
const fillNotice = (seq: number): TradingNotice => ({ kind: 'fill', account: ACCOUNT_ID, first_seq: 5, seq, data: testFill(seq) })
const accountNotice = (seq: number): TradingNotice => ({
  kind: 'account',
  account: ACCOUNT_ID,
  first_seq: 5,
  seq,
  data: testAccount({ seq }),
})
const seqs = () => useTradingState.getState().view?.fills.map(({ seq }) => seq)

let release = (): void => undefined
beforeEach(() => {
  account.mockReset().mockResolvedValue(testAccount())
  openOrders.mockReset().mockResolvedValue([testOrder(1)])
  positions.mockReset().mockResolvedValue([testPosition()])
  fills.mockReset().mockResolvedValue({ data: [testFill(4)], next: null })
})
afterEach(() => {
  release()
  userLeft.emit()
  queryClient.clear()
  useServerState.setState({ kind: 'ready' }, true)
})
const read = async () => {
  release = holdTrading()
  await vi.waitFor(() => expect(useTradingState.getState().view).not.toBeNull())
}

describe('the account of this window', () => {
  it('keeps notices received while it is loading', async () => {
    let answer: (read: ReturnType<typeof testAccount>) => void = () => undefined
    account.mockReturnValue(new Promise((resolve) => (answer = resolve)))
    release = holdTrading()
    receive(fillNotice(6))
    receive(accountNotice(6))
    answer(testAccount({ seq: 5 }))
    await vi.waitFor(() => expect(seqs()).toEqual([6, 4]))
  })

  it('clears its own error once the server is known to be unreachable', async () => {
    await read()
    positions.mockRejectedValue(new ApiError({ code: 'offline', status: 0, detail: '' }))
    await readMoved()
    expect(useTradingState.getState().error).not.toBeNull()
    useServerState.setState({ kind: 'away', detail: '', since: 0, nextAt: null }, true)
    expect(useTradingState.getState().error).toBeNull()
  })

  it('is loaded by itself once trading has started again, however long that takes', async () => {
    vi.useFakeTimers({ now: 0 })
    onTestFinished(() => void vi.useRealTimers())
    const starting = () => Promise.reject(new ApiError({ code: 'unavailable', status: 503, detail: '', retryAfterSeconds: 2 }))
    account.mockImplementation(starting)
    release = holdTrading()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(useTradingState.getState().error).not.toBeNull()
    emitNoticesResumed()
    await vi.advanceTimersByTimeAsync(90_000)
    account.mockReset().mockResolvedValue(testAccount())
    await vi.advanceTimersByTimeAsync(3_000)
    expect(useTradingState.getState()).toMatchObject({ error: null, isReading: false, view: { account: { id: ACCOUNT_ID } } })
  })

  it('is refetched after a reconnect', async () => {
    await read()
    account.mockResolvedValue(testAccount({ seq: 20, cash: '1' }))
    emitNoticesResumed()
    await vi.waitFor(() => expect(useTradingState.getState().view?.account.cash).toBe('1'))
  })

  it('is refetched when only the account notice of a batch arrives', async () => {
    await read()
    receive({ kind: 'account', account: ACCOUNT_ID, first_seq: 5, seq: 5, data: testAccount({ equity: '1' }) })
    expect([account.mock.calls.length, useTradingState.getState().view?.account.equity]).toEqual([1, '1'])
    receive({ kind: 'account', account: ACCOUNT_ID, first_seq: 6, seq: 9, data: testAccount({ seq: 9 }) })
    expect(account).toHaveBeenCalledTimes(2)
  })

  it('is refetched when a notice shows that an earlier one was missed', async () => {
    await read()
    receive({ kind: 'order', account: ACCOUNT_ID, first_seq: 7, seq: 8, data: testOrder(1) })
    receive({ ...accountNotice(8), first_seq: 7 })
    expect(account).toHaveBeenCalledTimes(2)
  })

  it('is refetched instead of guessed when a notice does not match the schema', async () => {
    await read()
    const silenced = vi.spyOn(console, 'error').mockReturnValue()
    receiveNotice({ kind: 'order', account: ACCOUNT_ID, first_seq: 6, seq: 6, data: { id: 'nothing' } })
    expect([account.mock.calls.length, silenced.mock.calls.length]).toEqual([2, 1])
    silenced.mockRestore()
  })

  it('reports each fill once', async () => {
    await read()
    const received: number[] = []
    const stop = onFill(({ seq }) => received.push(seq))
    for (const seq of [6, 6, 7]) receive(fillNotice(seq))
    receive(accountNotice(7))
    stop()
    expect(received).toEqual([6, 7])
  })

  it('reports fills during a disconnect once, oldest first, and none from before the first load', async () => {
    const received: number[] = []
    const stop = onFill(({ seq }) => received.push(seq))
    await read()
    expect(received).toEqual([])
    account.mockResolvedValue(testAccount({ seq: 8 }))
    fills.mockResolvedValue({ data: [testFill(8), testFill(7), testFill(4)], next: null })
    emitNoticesResumed()
    // The fill arrives over the socket during the request and again in its response.
    receive(fillNotice(8))
    receive(accountNotice(8))
    await vi.waitFor(() => expect(seqs()).toEqual([8, 7, 4]))
    emitNoticesResumed()
    await vi.waitFor(() => expect(useTradingState.getState().isReading).toBe(false))
    stop()
    expect(received).toEqual([7, 8])
  })

  it('reports no fills of an account that another window has opened meanwhile', async () => {
    await read()
    const received: number[] = []
    const stop = onFill(({ seq }) => received.push(seq))
    account.mockResolvedValue(testAccount({ id: 'f7c1a1d8-6f1c-4b0e-9a53-000000000002', seq: 9 }))
    fills.mockResolvedValue({ data: [testFill(9)], next: null })
    emitNoticesResumed()
    await vi.waitFor(() => expect(seqs()).toEqual([9]))
    stop()
    expect(received).toEqual([])
  })

  it('applies the notices of a batch together, once its account arrives', async () => {
    await read()
    receive(fillNotice(6))
    expect(seqs()).toEqual([4])
    receive(accountNotice(6))
    expect(seqs()).toEqual([6, 4])
  })

  it('applies a batch later if its account does not arrive', async () => {
    await read()
    vi.useFakeTimers()
    receive(fillNotice(6))
    vi.runAllTimers()
    vi.useRealTimers()
    expect(seqs()).toEqual([6, 4])
  })

  it('keeps its data when a fetch fails, and reports the error', async () => {
    await read()
    account.mockRejectedValue(new ApiError({ code: 'forbidden', status: 403, detail: '' }))
    emitNoticesResumed()
    await vi.waitFor(() => expect(useTradingState.getState().error).toBeInstanceOf(Error))
    expect(useTradingState.getState().view?.orders.size).toBe(1)
  })

  it('updates values that follow the mark price, for which no event is sent', async () => {
    await read()
    account.mockResolvedValue(testAccount({ equity: '10001' }))
    positions.mockResolvedValue([testPosition({ unrealised: '2' })])
    openOrders.mockResolvedValue([testOrder(1, { queue_ahead: '7' })])
    await readMoved()
    const { view } = useTradingState.getState()
    expect([view?.account.equity, view?.positions.get('HYPE')?.unrealised, view?.orders.get(testOrder(1).id)?.queue_ahead]).toEqual([
      '10001',
      '2',
      '7',
    ])
  })

  it('keeps unchanged objects so that nothing re-renders', async () => {
    openOrders.mockResolvedValue([testOrder(1), testOrder(2)])
    await read()
    const before = useTradingState.getState().view
    openOrders.mockResolvedValue([testOrder(1), testOrder(2)])
    positions.mockResolvedValue([testPosition({ unrealised: '3' })])
    await readMoved()
    const after = useTradingState.getState().view
    expect(after?.orders).toBe(before?.orders)
    expect(after?.positions.get('HYPE')?.unrealised).toBe('3')
    openOrders.mockResolvedValue([testOrder(1), testOrder(2, { queue_ahead: '4' })])
    await readMoved()
    const moved = useTradingState.getState().view
    expect(moved?.orders.get(testOrder(1).id)).toBe(before?.orders.get(testOrder(1).id))
    expect(moved?.orders.get(testOrder(2).id)?.queue_ahead).toBe('4')
    openOrders.mockResolvedValue([testOrder(2, { queue_ahead: '4' })])
    await readMoved()
    expect(ids()).toEqual([testOrder(2).id])
  })

  /** Resolves only when released. */
  const later = <T>(spy: { readonly mockReturnValueOnce: (answer: Promise<T>) => unknown }) => {
    const { promise, resolve } = Promise.withResolvers<T>()
    spy.mockReturnValueOnce(promise)
    return resolve
  }
  const orderNotice = (seq: number): TradingNotice => ({
    kind: 'order',
    account: ACCOUNT_ID,
    first_seq: 5,
    seq,
    data: testOrder(seq),
  })
  const ids = () => [...(useTradingState.getState().view?.orders.keys() ?? [])]

  it('keeps an order received during a mark update when there were none before', async () => {
    openOrders.mockResolvedValue([])
    await read()
    const answer = later(account)
    const reading = readMoved()
    receive(orderNotice(6))
    receive(accountNotice(6))
    answer(testAccount({ seq: 6 }))
    await reading
    expect(ids()).toEqual([testOrder(6).id])
  })

  it('keeps an order received during a mark update that fetched the orders before it', async () => {
    await read()
    const answer = later(account)
    // Requests before the order is placed reveal nothing about it.
    let isPlaced = false
    openOrders.mockImplementation(async () => (isPlaced ? [testOrder(1), testOrder(6)] : [testOrder(1)]))
    const reading = readMoved()
    isPlaced = true
    receive(orderNotice(6))
    receive(accountNotice(6))
    answer(testAccount({ seq: 6 }))
    await reading
    expect(ids()).toEqual([testOrder(1).id, testOrder(6).id])
  })

  it('keeps the response of a command received during a mark update', async () => {
    await read()
    const answer = later(openOrders)
    const reading = readMoved()
    await vi.waitFor(() => expect(openOrders).toHaveBeenCalledTimes(2))
    patchView((view) => withAnswer(view, testOrder(1, { state: 'canceled' })))
    patchView((view) => withAnswer(view, testOrder(6)))
    answer([testOrder(1)])
    await reading
    expect(ids()).toEqual([testOrder(6).id])
  })

  it('is refetched when events were never sent, and not for those still in transit', async () => {
    await read()
    account.mockResolvedValue(testAccount({ seq: 8 }))
    await readMoved()
    receive(fillNotice(8))
    receive(accountNotice(8))
    await readMoved()
    expect(fills).toHaveBeenCalledTimes(1)
    account.mockResolvedValue(testAccount({ seq: 12 }))
    await readMoved()
    expect(fills).toHaveBeenCalledTimes(1)
    await readMoved()
    await vi.waitFor(() => expect(fills).toHaveBeenCalledTimes(2))
  })
})
