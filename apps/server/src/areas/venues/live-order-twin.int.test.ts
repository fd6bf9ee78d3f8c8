import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@aerie/core/time'
import { APEX_KEY, type ApexStandIn, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { jsonAs } from '@aerie/testkit/json-as'
import { apexLiveOrder, apexLiveOrders } from '@aerie/wire/apex-orders'
import { envelope } from '@aerie/wire/problem'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { documentAnswers } from '../../../test/documented-answers.ts'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { apexModule } from './index.ts'

const WISH = {
  symbol: 'ETH-USDT',
  side: 'buy',
  type: 'limit',
  size: '1',
  price: '100.2',
  time_in_force: 'gtc',
  post_only: false,
  reduce_only: false,
}
let apex: ApexStandIn
let stage: TradingStage
let module: Awaited<ReturnType<typeof apexModule>>
let app: ReturnType<typeof Fastify>

beforeAll(async () => {
  apex = await apexStandIn()
  stage = await tradingStage()
  const bytes = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])
  const file = join(mkdtempSync(join(tmpdir(), 'aerie-signer-')), 'signer.wasm')
  writeFileSync(file, bytes)
  app = Fastify().setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  documentAnswers(app)
  stage.accounts.module.authentication(app)
  module = await apexModule({
    config: {
      APEX_URL: apex.http.url,
      APEX_WS_URL: undefined,
      APEX_SIGNER_WASM: file,
      APEX_SIGNER_SHA256: createHash('sha256').update(bytes).digest('hex'),
    },
    db: stage.accounts.db,
    clock: systemClock,
    logger: pino({ level: 'silent' }),
    secretKey: Buffer.alloc(32, 7),
    notifyUser: stage.accounts.module.notifyUser,
    isLeaving: async () => false,
    twins: stage.stage().trading.twins,
  })
  if (module.routes !== undefined) await app.register(module.routes)
})
afterAll(async () => {
  await module.stop?.()
  await app.close()
  await stage.close()
  await apex.close()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', token: string, path: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.body
}
const trader = async (email: string) => {
  const one = await stage.trader(email)
  await call('PUT', one.token, '/account/apex', { api_key: APEX_KEY.key, secret: APEX_KEY.secret, passphrase: APEX_KEY.passphrase })
  return one
}
const place = async (token: string, client_id: string, change: object = {}) => {
  await call('POST', token, '/account/apex/live-orders', { ...WISH, client_id, ...change })
  const sent = await call('POST', token, `/account/apex/live-orders/${client_id}/send`, { signature: 'ab'.repeat(32) })
  return jsonAs(envelope(apexLiveOrder), sent).data
}
const shown = async (token: string, id: string) =>
  jsonAs(envelope(apexLiveOrders), await call('GET', token, '/account/apex/live-orders')).data.orders.find((one) => one.client_id === id)

it('places the same order on paper, in an account other than the user’s own', async () => {
  const { token, userId } = await trader('twin-1@example.org')
  const own = (await stage.call('GET', token, '/trading/account')).data as { id: string; cash: string }
  await place(token, 'twin-order-1')
  stage.setNow(stage.now() + 100)
  stage.book('ETH')
  await expect.poll(async () => (await shown(token, 'twin-order-1'))?.twin?.state).toBe('filled')
  expect(await shown(token, 'twin-order-1')).toMatchObject({
    state: 'accepted',
    twin: { market: 'sim', filled: '1', average_price: '100.1' },
  })
  const { rows } = await stage.accounts.db.execute(sql`select kind from trading_accounts where user_id = ${userId} order by kind`)
  expect(rows).toEqual([{ kind: 'paper' }, { kind: 'twin' }])
  expect((await stage.call('GET', token, '/trading/account')).data).toMatchObject({ id: own.id, cash: own.cash })
  expect((await stage.call('GET', token, '/orders')).data).toEqual([])
  expect((await stage.call('GET', token, '/trading/accounts')).data).toHaveLength(1)
  expect(stage.notified.filter((one) => one.userId === userId && JSON.stringify(one.notice).includes('twin-order-1'))).toEqual([])
  expect((await stage.accounts.db.execute(sql`select 1 from journal_trips where user_id = ${userId}`)).rows).toEqual([])
})

it('compares nothing with a simulated market, and live minus paper with a live one', async () => {
  const { token } = await trader('twin-2@example.org')
  const { order } = await place(token, 'twin-order-2')
  stage.setNow(stage.now() + 100)
  stage.book('ETH')
  const filled = {
    ...apex.orders.get(order?.id ?? ''),
    status: 'FILLED',
    cumMatchFillSize: '1',
    cumMatchFillValue: '100.15',
    cumMatchFillFee: '0.05',
  }
  const createdAt = Number(apex.orders.get(order?.id ?? '')?.createdAt)
  apex.orders.set(order?.id ?? '', { ...filled, updatedAt: createdAt + 2_500 })
  await stage.accounts.db.execute(sql`update apex_orders set asked_at = null where client_id = 'twin-order-2'`)
  await module.reconcile()
  await expect.poll(async () => (await shown(token, 'twin-order-2'))?.twin?.state).toBe('filled')
  const nothing = { price_difference: null, fee_difference: null, time_difference_ms: null }
  expect(await shown(token, 'twin-order-2')).toMatchObject({ order: { state: 'filled' }, twin: { market: 'sim', ...nothing } })
  await stage.accounts.db.execute(sql`update apex_orders set twin = jsonb_set(twin, '{market}', '"live"') where client_id = 'twin-order-2'`)
  const { twin } = (await shown(token, 'twin-order-2')) ?? {}
  expect(twin).toMatchObject({ market: 'live', price_difference: '0.05' })
  // 0.045 % of 100.1, rounded up to a millionth: 0.045045.
  expect(twin?.fee_difference).toBe('0.004955')
  expect(twin?.time_difference_ms).toBeLessThanOrEqual(2_500)
})

it('cancels the twin of a canceled live order, so that it does not keep trading alone', async () => {
  const { token } = await trader('twin-5@example.org')
  await place(token, 'twin-order-5', { price: '90' })
  await expect.poll(async () => (await shown(token, 'twin-order-5'))?.twin?.state).toMatch(/^(pending|open)$/)
  await call('DELETE', token, '/account/apex/live-orders/twin-order-5')
  await expect.poll(async () => (await shown(token, 'twin-order-5'))?.twin?.state).toBe('canceled')
})

it('cancels the twin of a live order that ApeX rejects', async () => {
  const { token } = await trader('twin-6@example.org')
  apex.onOrder = () => ({ refuse: 'NOT_ENOUGH_MARGIN' })
  expect(await place(token, 'twin-order-6', { price: '90' })).toMatchObject({ state: 'refused' })
  apex.onOrder = undefined
  await expect.poll(async () => (await shown(token, 'twin-order-6'))?.twin?.state).toBe('canceled')
})

it('reports why there is no twin, and the live order proceeds', async () => {
  const { token } = await trader('twin-3@example.org')
  const { state } = await place(token, 'twin-order-3', { symbol: 'BTC-USDT', size: '0.01', price: '60000' })
  expect(state).toBe('accepted')
  await expect.poll(async () => (await shown(token, 'twin-order-3'))?.twin).toBeTruthy()
  const { twin } = (await shown(token, 'twin-order-3')) ?? {}
  expect(twin).toMatchObject({ market: null, average_price: null })
  expect(twin?.reason).toBeTruthy()
})

it('marks a live order as not followed when the server stopped before its twin was placed', async () => {
  const { token } = await trader('twin-4@example.org')
  await place(token, 'twin-order-4')
  await expect.poll(async () => (await shown(token, 'twin-order-4'))?.twin).toBeTruthy()
  await stage.accounts.db.execute(sql`update apex_orders set twin = null where client_id = 'twin-order-4'`)
  expect((await shown(token, 'twin-order-4'))?.twin).toBeNull()
  await stage.accounts.db.execute(sql`update apex_orders set sent_at = sent_at - interval '61 seconds' where client_id = 'twin-order-4'`)
  const { twin } = (await shown(token, 'twin-order-4')) ?? {}
  expect(twin).toMatchObject({ market: null, state: null, average_price: null, reason: expect.stringMatching(/^Not followed on paper/) })
})
