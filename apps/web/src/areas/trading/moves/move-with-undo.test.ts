import { itemAt } from '@aerie/core/item-at'
import { DECIMALS, parseDecimal, price } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api-error.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { setLink } from '../../../platform/live/market/market-status.ts'
import type { ToastOptions } from '../../../platform/toasts/toast-options.ts'

const notices = vi.hoisted((): { list: { readonly text: string; readonly undo: (() => void) | undefined }[] } => ({ list: [] }))
vi.mock(import('../../../platform/toasts/toast.ts'), async (original) => ({
  ...(await original()),
  notify: (_type: string, text: string, { action }: ToastOptions = {}) => void notices.list.push({ text, undo: action?.run }),
}))

import { viewOf, withOrder } from '../account/account-view.ts'
import { instrumentsQuery } from '../account/instruments.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { useTradingState } from '../account/trading-state.ts'
import { patchView } from '../account/trading-store.ts'
import { cancelOrder } from '../orders/order-moves.ts'
import { testAccount, testInstrument, testOrder } from '../test/account.ts'
import { commitMoving, moveWithUndo, stepMoving, useMoving } from './moving.ts'

const modify = vi.spyOn(tradingCalls, 'modify')
const at = (text: string) => {
  const parsed = parseDecimal(text, DECIMALS.price)
  if (!parsed.ok) throw new Error(parsed.fault)
  return price(parsed.value)
}
const ORDER = testOrder(1, { price: '25.5' })
let moment = 0
const updatedOrder = (given: Partial<TradingOrder>): TradingOrder => {
  moment += 1
  return { ...ORDER, updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, moment)).toISOString(), ...given }
}
const undo = () => notices.list.at(-1)?.undo?.()
const texts = () => notices.list.map((each) => each.text)

beforeEach(async () => {
  notices.list = []
  moment = 0
  modify.mockReset()
  modify.mockImplementation(async (_id, change) => updatedOrder(change))
  setLink('socket')
  queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()])
  useTradingState.setState({ view: viewOf({ account: testAccount(), orders: [ORDER], positions: [], fills: [] }), error: null })
  await moveWithUndo(ORDER, at('25.6'))
})

it('offers to move the order back with a separate modification', async () => {
  expect([texts(), modify.mock.lastCall]).toEqual([['Buy HYPE moved to 25.600.'], [ORDER.id, { price: '25.6' }]])
  undo()
  await vi.waitFor(() => expect(texts().at(-1)).toBe('Buy HYPE is back at 25.500, at the end of the queue.'))
  expect(modify.mock.calls).toEqual([
    [ORDER.id, { price: '25.6' }],
    [ORDER.id, { price: '25.5' }],
  ])
})

it('reports that the order was filled meanwhile, and sends nothing', () => {
  patchView((view) => withOrder(view, updatedOrder({ state: 'filled' })))
  undo()
  expect(texts().at(-1)).toBe('Buy HYPE was not moved back: it has been filled or has ended.')
  expect(modify).toHaveBeenCalledTimes(1)
})

it('does not undo a later move', () => {
  patchView((view) => withOrder(view, updatedOrder({ price: '25.7' })))
  undo()
  expect(texts().at(-1)).toBe('Buy HYPE was not moved back: it was moved again.')
  expect(modify).toHaveBeenCalledTimes(1)
})

it("shows the server's message when the fill came first", async () => {
  modify.mockRejectedValue(
    new ApiError({ code: 'rule_broken', reason: 'alreadyFilled', status: 422, detail: 'It was filled before this arrived.' }),
  )
  undo()
  await vi.waitFor(() => expect(texts().at(-1)).toBe('Not undone: It was filled before this arrived.'))
})

describe('a move while an earlier one is pending', () => {
  /** Server responses, released by hand in the order of the requests. */
  let answers: Array<{
    readonly change: Partial<TradingOrder>
    readonly give: (order: TradingOrder) => void
    readonly fail: (why: Error) => void
  }>
  const sent = () => modify.mock.calls.slice(1).map(([, change]) => change)
  const order = () => useTradingState.getState().view?.orders.get(ORDER.id) ?? ORDER
  const answer = async (nth: number) => {
    const { change, give } = itemAt(answers, nth)
    give(updatedOrder(change))
    await vi.waitFor(() => expect(order().price).toBe(change.price))
  }
  beforeEach(() => {
    answers = []
    queryClient.setQueryData(instrumentsQuery.queryKey, [testInstrument()])
    modify.mockImplementation((_id, change) => {
      const { promise, resolve, reject } = Promise.withResolvers<TradingOrder>()
      answers.push({ change, give: resolve, fail: reject })
      return promise
    })
  })

  it('is sent once that one is answered; of several waiting, only the last', async () => {
    const moves = [25.7, 25.8, 25.9].map((to) => moveWithUndo(order(), at(String(to))))
    await vi.waitFor(() => expect(sent()).toEqual([{ price: '25.7' }]))
    await answer(0)
    await vi.waitFor(() => expect(sent()).toEqual([{ price: '25.7' }, { price: '25.9' }]))
    await answer(1)
    expect(await Promise.all(moves)).toEqual([true, false, true])
    expect(texts().slice(1)).toEqual(['Buy HYPE moved to 25.700.', 'Buy HYPE moved to 25.900.'])
    // Undo restores the position before the last move, not the one at the time of the last request.
    undo()
    await vi.waitFor(() => expect(sent().at(-1)).toEqual({ price: '25.7' }))
    await answer(2)
  })

  it('is also sent when the earlier one failed', async () => {
    const moves = [25.7, 25.8].map((to) => moveWithUndo(order(), at(String(to))))
    itemAt(answers, 0).fail(
      new ApiError({ code: 'rule_broken', reason: 'badAloPxRejected', status: 422, detail: 'It would trade at once.' }),
    )
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    await answer(1)
    expect(await Promise.all(moves)).toEqual([false, true])
    expect(order().price).toBe('25.8')
  })

  it('starts from the pending price when stepped by arrow key, and can return to the current price', async () => {
    stepMoving(order(), 1)
    const first = commitMoving()
    await vi.waitFor(() => expect(sent()).toEqual([{ price: '25.601' }]))
    stepMoving(order(), 1)
    expect(useMoving.getState().moving?.to).toBe(at('25.602'))
    stepMoving(order(), -2)
    const second = commitMoving()
    await answer(0)
    await vi.waitFor(() => expect(sent()).toEqual([{ price: '25.601' }, { price: '25.6' }]))
    await answer(1)
    expect(await Promise.all([first, second])).toEqual([true, true])
  })

  it('is not sent after a cancel', async () => {
    const cancel = vi.spyOn(tradingCalls, 'cancel').mockImplementation(async () => updatedOrder({ state: 'canceled' }))
    const moves = [25.7, 25.8].map((to) => moveWithUndo(order(), at(String(to))))
    await cancelOrder(order())
    itemAt(answers, 0).give(updatedOrder({ price: '25.7' }))
    expect(await Promise.all(moves)).toEqual([true, false])
    expect(sent()).toEqual([{ price: '25.7' }])
    expect(cancel).toHaveBeenCalledTimes(1)
  })

  it('is not undone by the earlier one', async () => {
    const first = moveWithUndo(order(), at('25.7'))
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await answer(0)
    await first
    const second = moveWithUndo(order(), at('25.8'))
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    undo()
    expect(texts().at(-1)).toBe('Buy HYPE was not moved back: it was moved again.')
    await answer(1)
    expect(await second).toBe(true)
  })
})
