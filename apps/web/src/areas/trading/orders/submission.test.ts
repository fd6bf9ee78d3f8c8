import type { OrderBody } from '@aerie/wire/trading/trading'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../platform/api/api-error.ts'
import { testOrder } from '../test/account.ts'
import { askForOrder, submitOrder } from './submissions.ts'

const BODY: OrderBody = { client_id: 'c1', symbol: 'HYPE', side: 'buy', type: 'market', size: '1' }
const fault = (status: number, reason = 'internal') =>
  new ApiError({
    code: status === 0 ? 'offline' : status === 422 ? 'rule_broken' : 'internal',
    reason,
    status,
    detail: status === 422 ? 'Too little free margin.' : '',
  })

const place = vi.fn<(body: OrderBody) => Promise<ReturnType<typeof testOrder>>>()
const orderNamed = vi.fn<(clientId: string) => Promise<ReturnType<typeof testOrder> | null>>()
const send = () => submitOrder(BODY, { place, orderNamed })

beforeEach(() => {
  place.mockReset()
  orderNamed.mockReset()
})

describe('a submitted order', () => {
  it('is accepted by its response, without a lookup', async () => {
    place.mockResolvedValue(testOrder(1))
    expect(await send()).toMatchObject({ kind: 'accepted', order: { client_id: 'c1' } })
    expect(orderNamed).not.toHaveBeenCalled()
  })

  it("is rejected with the server's message", async () => {
    place.mockRejectedValue(fault(422, 'perpMarginRejected'))
    expect(await send()).toMatchObject({ kind: 'refused', message: 'Too little free margin.' })
    expect(orderNamed).not.toHaveBeenCalled()
  })

  it.each([0, 500, 503])('is looked up by its id when status %i does not reveal its outcome', async (status) => {
    place.mockRejectedValue(fault(status))
    orderNamed.mockResolvedValue(testOrder(1, { state: 'filled' }))
    expect(await send()).toMatchObject({ kind: 'accepted', order: { state: 'filled' } })
    expect(orderNamed).toHaveBeenCalledExactlyOnceWith('c1')
    expect(place).toHaveBeenCalledTimes(1)
  })

  it('is never resent automatically', async () => {
    place.mockRejectedValue(fault(0))
    orderNamed.mockResolvedValue(null)
    expect(await send()).toEqual({ kind: 'not-arrived' })
    orderNamed.mockRejectedValue(fault(0))
    expect(await askForOrder('c1', { orderNamed })).toEqual({ kind: 'unknown' })
    expect(place).toHaveBeenCalledTimes(1)
  })

  it('does not hide a bug in the page', async () => {
    place.mockRejectedValue(new TypeError('a bug'))
    await expect(send()).rejects.toThrow('a bug')
  })
})
