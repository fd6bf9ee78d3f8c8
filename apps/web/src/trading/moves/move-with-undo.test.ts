import { DECIMALS, parseDecimal, price } from '@aerie/core/numbers/units'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../lib/http/api-error.ts'
import { setLink } from '../../live/market/market-status.ts'
import type { ToastOptions } from '../../ui/states/toast-options.ts'

const said = vi.hoisted((): { list: { readonly words: string; readonly undo: (() => void) | undefined }[] } => ({ list: [] }))
vi.mock(import('../../ui/states/toast.ts'), async (original) => ({
  ...(await original()),
  notify: (_type: string, words: string, { action }: ToastOptions = {}) => void said.list.push({ words, undo: action?.run }),
}))

import { viewOf, withOrder } from '../account/account-view.ts'
import { testAccount, testOrder } from '../account/test-account.ts'
import { tradingCalls } from '../account/trading-calls.ts'
import { patchView, useTradingState } from '../account/trading-store.ts'
import { moveWithUndo } from './move-with-undo.ts'

const modify = vi.spyOn(tradingCalls, 'modify')
const at = (text: string) => {
  const parsed = parseDecimal(text, DECIMALS.price)
  if (!parsed.ok) throw new Error(parsed.fault)
  return price(parsed.value)
}
const ORDER = testOrder(1, { price: '25.5' })
let moment = 0
const stands = (given: Partial<TradingOrder>): TradingOrder => {
  moment += 1
  return { ...ORDER, updated_at: new Date(Date.UTC(2026, 0, 1, 0, 0, moment)).toISOString(), ...given }
}
const undo = () => said.list.at(-1)?.undo?.()
const words = () => said.list.map((each) => each.words)

beforeEach(async () => {
  said.list = []
  moment = 0
  modify.mockReset()
  modify.mockImplementation(async (_id, change) => stands(change))
  setLink('socket')
  useTradingState.setState({ view: viewOf({ account: testAccount(), orders: [ORDER], positions: [], fills: [] }), error: null })
  await moveWithUndo(ORDER, at('25.6'))
})

it('offers to put the order back, by a modification of its own', async () => {
  expect([words(), modify.mock.lastCall]).toEqual([['Buy HYPE moved to 25.6.'], [ORDER.id, { price: '25.6' }]])
  undo()
  await vi.waitFor(() => expect(words().at(-1)).toBe('Buy HYPE is back at 25.5, at the end of the queue.'))
  expect(modify.mock.calls).toEqual([
    [ORDER.id, { price: '25.6' }],
    [ORDER.id, { price: '25.5' }],
  ])
})

it('says so where it was filled meanwhile, and sends nothing', () => {
  patchView((view) => withOrder(view, stands({ state: 'filled' })))
  undo()
  expect(words().at(-1)).toBe('Buy HYPE was not moved back: it has been filled or has ended.')
  expect(modify).toHaveBeenCalledTimes(1)
})

it('does not undo a later move', () => {
  patchView((view) => withOrder(view, stands({ price: '25.7' })))
  undo()
  expect(words().at(-1)).toBe('Buy HYPE was not moved back: it was moved again.')
  expect(modify).toHaveBeenCalledTimes(1)
})

it('says what the server says where the fill came first', async () => {
  modify.mockRejectedValue(
    new ApiError({ code: 'rule_broken', word: 'alreadyFilled', status: 422, detail: 'It was filled before this arrived.' }),
  )
  undo()
  await vi.waitFor(() => expect(words().at(-1)).toBe('Not undone: It was filled before this arrived.'))
})
