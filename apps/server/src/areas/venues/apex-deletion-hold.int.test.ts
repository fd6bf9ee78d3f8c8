import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { liveOrderStage, statusAndCode } from '../../../test/live-order-stage.ts'

let stage: Awaited<ReturnType<typeof liveOrderStage>>
beforeAll(async () => {
  stage = await liveOrderStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.reset()
  stage.apex.positions = []
})

const deletion = (token: string) => stage.t.post({ path: '/account/deletion', token })

it('queries ApeX before a deletion for orders and positions of other programs, and reports them', async () => {
  const { token } = await stage.trader()
  const order = { symbol: 'BTC-USDT', side: 'BUY', type: 'LIMIT', size: '1', price: '60000', id: '71', clientId: 'another', status: 'OPEN' }
  stage.apex.orders.set('71', order)
  stage.apex.positions = [
    { symbol: 'BTC-USDT', side: 'LONG', size: '0.5' },
    { symbol: 'ETH-USDT', side: 'SHORT', size: '0' },
  ]
  const held = await deletion(token)
  expect(statusAndCode(held)).toBe('422 apex_account_open')
  expect(held.json()).toMatchObject({ detail: expect.stringContaining('has 1 open order and 1 open position.') })
  stage.apex.orders.set('71', { ...order, status: 'CANCELED' })
  expect((await deletion(token)).json()).toMatchObject({ detail: expect.stringContaining('has 1 open position.') })
  stage.apex.positions = []
  expect((await deletion(token)).statusCode).toBe(200)
  stage.apex.positions = [{ symbol: 'BTC-USDT', side: 'LONG', size: '0.5' }]
  expect((await deletion(token)).statusCode).toBe(200)
})

it.each([
  ['does not answer', { kind: 'hang-up' }],
  ['fails', { kind: 'status', status: 503 }],
  ['asks to be left alone', { kind: 'status', status: 429 }],
  ['answers something else', { kind: 'html' }],
] as const)('starts no deletion while ApeX %s, and allows it once the key is deleted', async (_what, fault) => {
  const { token } = await stage.trader()
  stage.apex.http.fault = () => fault
  expect(statusAndCode(await deletion(token))).toBe('422 apex_account_unknown')
  expect((await stage.t.delete({ path: '/account/apex', token })).statusCode).toBe(200)
  expect((await deletion(token)).statusCode).toBe(200)
})

it('closes the private socket of a user whose key was removed from the database', async () => {
  const { token, user } = await stage.trader()
  await stage.t.get({ path: '/account/apex/overview', token })
  await expect.poll(() => stage.apex.socket.open().length).toBe(1)
  await stage.t.db.execute(sql`delete from apex_keys where user_id = ${user.user_id}`)
  await stage.running.checkKeys()
  await expect.poll(() => stage.apex.socket.open().length).toBe(0)
})
