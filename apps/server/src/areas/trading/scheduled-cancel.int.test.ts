import type { TradingAccount } from '@aerie/wire/trading/trading-account'
import type { TradingOrder } from '@aerie/wire/trading/trading-orders'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { rebuildAll } from './accounts/rebuild.ts'

const SECONDS = 30
let stage: TradingStage
let token: string
beforeEach(async () => {
  stage = await tradingStage()
  token = (await stage.trader('ada@example.com')).token
})
afterEach(() => stage.close())

const SWITCH = '/trading/scheduled-cancel'
const put = (body: object, whose = token) => stage.call('PUT', whose, SWITCH, body)
const account = async (): Promise<TradingAccount> => (await stage.call('GET', token, '/trading/account')).data
const place = async (clientId: string, more: object = {}): Promise<TradingOrder> => {
  const body = { client_id: clientId, symbol: 'SOL', side: 'buy', type: 'limit', size: '1', price: '99', ...more }
  const answer = await stage.call('POST', token, '/orders', body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer))
  return answer.data
}
const states = async () => {
  const orders: TradingOrder[] = (await stage.call('GET', token, '/orders')).data
  return Object.fromEntries(orders.map(({ client_id, state, reason }) => [client_id, `${state} ${reason}`]))
}
const pass = (ms: number) => stage.setNow(stage.now() + ms)
const CANCELED = 'canceled scheduledCancel'
const fired = () => vi.waitFor(async () => expect(await account()).toMatchObject({ scheduled_cancel: null }))

it('cancels everything in a silent market once its time is over, and reports the reason', async () => {
  await place('bid')
  await place('held', { type: 'market', price: undefined })
  await place('stop', { type: 'stop', side: 'sell', price: undefined, trigger: '90', reduce_only: true })
  const at = new Date(stage.now() + SECONDS * 1_000).toISOString()
  const setting = { at, left_ms: SECONDS * 1_000, seconds: SECONDS, keep_reduce_only: false }
  expect(await put({ seconds: SECONDS })).toMatchObject({ status: 200, data: setting })
  expect((await account()).scheduled_cancel).toEqual(setting)
  pass(SECONDS * 1_000 - 1)
  expect(await account()).toMatchObject({ scheduled_cancel: { left_ms: 1 } })
  pass(1)
  await fired()
  expect(await states()).toEqual({ bid: CANCELED, held: 'filled null', stop: CANCELED })
  expect(stage.notified.flatMap(({ notice }) => (notice.kind === 'order' ? [notice.data] : []))).toContainEqual(
    expect.objectContaining({ client_id: 'bid', state: 'canceled', reason: 'scheduledCancel' }),
  )
  expect((await rebuildAll(stage.accounts.db)).differences).toEqual([])
})

it('is renewed by the same call and disabled by DELETE; disabling it again is no error', async () => {
  await place('bid')
  await put({ seconds: SECONDS })
  pass(20_000)
  stage.book()
  expect(await put({ seconds: SECONDS })).toMatchObject({ data: { left_ms: SECONDS * 1_000 } })
  pass(20_000)
  stage.book()
  expect(await states()).toEqual({ bid: 'open null' })
  for (const _ of [1, 2]) expect(await stage.call('DELETE', token, SWITCH)).toMatchObject({ status: 200, data: null })
  pass(3_600_000)
  stage.book()
  expect(await states()).toEqual({ bid: 'open null' })
})

it('fires after a restart when its time passed in between, by the market clock', async () => {
  await place('bid')
  await put({ seconds: SECONDS, keep_reduce_only: true })
  await stage.restart()
  expect(await account()).toMatchObject({ scheduled_cancel: { left_ms: SECONDS * 1_000, keep_reduce_only: true } })
  expect(await states()).toEqual({ bid: 'open null' })
  await stage.stop()
  stage.setClock(stage.now() + SECONDS * 1_000)
  await stage.restart()
  await fired()
  expect(await states()).toEqual({ bid: CANCELED })
  expect((await rebuildAll(stage.accounts.db)).differences).toEqual([])
})

it('fires for an account without orders too, and if its positions have no price', async () => {
  await put({ seconds: SECONDS })
  pass(SECONDS * 1_000)
  await fired()
  await place('held', { type: 'market', price: undefined })
  await place('bid')
  await put({ seconds: SECONDS })
  await stage.stop()
  stage.silence()
  stage.setClock(stage.now() + SECONDS * 1_000)
  await stage.restart()
  await fired()
  expect(await states()).toEqual({ held: 'filled null', bid: CANCELED })
})

it('refuses an invalid duration, and leaves the accounts of other users unchanged', async () => {
  for (const body of [{}, { seconds: 4 }, { seconds: 86_401 }, { seconds: 5.5 }, { seconds: '30' }, { seconds: 30, keep_reduce_only: 1 }])
    expect(await put(body)).toMatchObject({ status: 400, code: 'bad_input' })
  const { id } = await account()
  const other = (await stage.trader('bob@example.com')).token
  expect(await stage.call('PUT', other, `${SWITCH}?account=${id}`, { seconds: SECONDS })).toMatchObject({ status: 404 })
  expect(await stage.call('DELETE', other, `${SWITCH}?account=${id}`)).toMatchObject({ status: 404 })
  expect((await account()).scheduled_cancel).toBeNull()
})

it('is a single switch, however many requests renew it at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => put({ seconds: SECONDS })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  await place('bid')
  pass(SECONDS * 1_000)
  await fired()
  expect(await states()).toEqual({ bid: CANCELED })
})
