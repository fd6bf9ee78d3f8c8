import { expect, it, vi } from 'vitest'
import { testOrder } from '../test/account.ts'
import { tradingCalls } from './trading-calls.ts'

it('returns open orders oldest first across all pages, which the server sends newest first', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  fetched.mockResolvedValueOnce(Response.json({ data: [testOrder(4), testOrder(3)], next: '3' }))
  fetched.mockResolvedValueOnce(Response.json({ data: [testOrder(2), testOrder(1)], next: null }))
  expect((await tradingCalls.openOrders()).map(({ id }) => id)).toEqual([1, 2, 3, 4].map((number) => testOrder(number).id))
})
