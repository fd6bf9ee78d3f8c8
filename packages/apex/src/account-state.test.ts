import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ApexState, afterPush, readState } from './account-state.ts'
import { type ApexPush, apexFill, apexOrder, apexPosition } from './replies.ts'

const T0 = 1_700_000_000_000
const order = (id: string, status: string, updatedAt: number) =>
  apexOrder.parse({ id, symbol: 'BTC-USDT', side: 'BUY', type: 'LIMIT', status, size: '1', createdAt: T0, updatedAt: T0 + updatedAt })
const fill = (id: string, at = 0) =>
  apexFill.parse({ id, symbol: 'BTC-USDT', side: 'BUY', size: '1', price: '10', status: 'SUCCESS', createdAt: T0 + at })
const position = (size: string, side = 'LONG') => apexPosition.parse({ symbol: 'BTC-USDT', side, size, entryPrice: '10' })
const push = (contents: ApexPush['contents']): ApexPush => ({ topic: 'ws_zk_accounts_v3', contents })
const NOTHING: ApexState = { orders: [], fills: [], positions: [], ended: [] }

it('keeps the newest update of an order, in whatever order pushes arrive', () => {
  const reportedOrders = [order('1', 'PENDING', 1), order('1', 'OPEN', 2), order('1', 'OPEN', 2)]
  fc.assert(
    fc.property(fc.shuffledSubarray(reportedOrders, { minLength: 3 }), (some) => {
      const state = some.reduce((before, one) => afterPush(before, push({ orders: [one] })), NOTHING)
      expect(state.orders).toEqual([order('1', 'OPEN', 2)])
    }),
  )
})

it('drops an order that has ended, including one that ended before it was read', () => {
  const open = afterPush(NOTHING, push({ orders: [order('1', 'OPEN', 1)] }))
  expect(afterPush(open, push({ orders: [order('1', 'FILLED', 2)] })).orders).toEqual([])
  expect(readState({ ...NOTHING, orders: [order('1', 'CANCELED', 1)] }).orders).toEqual([])
})

it('never reopens an order that has ended, however late an earlier push or read arrives', () => {
  const filled = afterPush(NOTHING, push({ orders: [order('1', 'FILLED', 2)] }))
  expect(afterPush(filled, push({ orders: [order('1', 'OPEN', 1)] })).orders).toEqual([])
  expect(afterPush(filled, push({ orders: [order('1', 'OPEN', 2)] })).orders).toEqual([])
  expect(
    readState({ ...NOTHING, orders: [order('1', 'OPEN', 1), order('2', 'OPEN', 1)] }, filled.ended).orders.map(({ id }) => id),
  ).toEqual(['2'])
  const many = Array.from({ length: 1_500 }, (_, at) => order(String(at), 'CANCELED', at))
  expect(afterPush(NOTHING, push({ orders: many })).ended).toHaveLength(1_000)
})

it('counts a fill once, newest first, and keeps a hundred', () => {
  const twice = afterPush(afterPush(NOTHING, push({ fills: [fill('a', 1)] })), push({ fills: [fill('a', 1), fill('b', 2)] }))
  expect(twice.fills.map(({ id }) => id)).toEqual(['b', 'a'])
  const many = Array.from({ length: 150 }, (_, at) => fill(String(at), at))
  expect(afterPush(NOTHING, push({ fills: many })).fills).toHaveLength(100)
  expect(afterPush(NOTHING, push({ fills: many })).fills[0]?.id).toBe('149')
})

it('replaces a position and removes a closed one', () => {
  const held = afterPush(NOTHING, push({ positions: [position('1'), position('2', 'SHORT')] }))
  expect(held.positions.map(({ side, size }) => `${side} ${size}`)).toEqual(['long 1', 'short 2'])
  expect(afterPush(held, push({ positions: [position('0.000')] })).positions).toHaveLength(1)
})

it('keeps a position without a reported size: it is not known to be closed', () => {
  expect(readState({ ...NOTHING, positions: [position(''), position('0.000', 'SHORT')] }).positions).toEqual([position('')])
})
