import { epochMs, systemClock } from '@aerie/core/time'
import { APEX_KEY, type ApexStandIn, apexStandIn } from '@aerie/testkit/apex-stand-in'
import { RateLimiter } from '@aerie/upstream/rate-limiter'
import { systemTimers } from '@aerie/upstream/timers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ApexCredentials } from './apex-calls.ts'
import { type ApexClient, apexClient } from './apex-client.ts'
import { apexStream } from './apex-stream.ts'

const env = { clock: systemClock, timers: systemTimers, random: () => 0.5, fetch }
let apex: ApexStandIn
let client: ApexClient
const clientWith = (credentials: ApexCredentials): ApexClient =>
  apexClient({
    root: new URL(apex.http.url),
    credentials: () => credentials,
    limiter: new RateLimiter({ perSecond: 1_000, burst: 1_000 }, env.clock, env.timers),
    env,
  })
beforeEach(async () => {
  apex = await apexStandIn()
  client = clientWith(APEX_KEY)
})
afterEach(() => apex.close())

function nested(depth: number): unknown {
  let body: unknown = []
  for (let count = 0; count < depth; count += 1) body = [body]
  return body
}

it("reads an account when ApeX's clock is an hour ahead", async () => {
  apex.leadMs = 3_600_000
  apex.positions = [{ symbol: 'BTC-USDT', side: 'SHORT', size: '0.5', entryPrice: '60000', fundingFee: '', realizedPnl: '1' }]
  expect(await client.account()).toMatchObject({
    positions: [{ symbol: 'BTC-USDT', side: 'short', size: '0.5', entry: '60000', funding: null }],
  })
  expect(await client.balance()).toMatchObject({ totalEquityValue: '1000.5', availableBalance: '900' })
})

it('rejects a key unknown to ApeX with its error code', async () => {
  await expect(clientWith({ ...APEX_KEY, secret: 'another' }).account()).rejects.toMatchObject({ code: 'INVALID_API_SIGNATURE' })
})

it('cancels one order, or all orders of a symbol', async () => {
  for (const id of ['1', '2'])
    apex.orders.set(id, { symbol: 'BTC-USDT', side: 'BUY', type: 'LIMIT', size: '1', id, clientId: id, status: 'OPEN' })
  await client.cancel('1')
  expect(await client.openOrders()).toMatchObject([{ id: '2', side: 'buy', status: 'open' }])
  await client.cancelAll('ETH-USDT')
  expect(await client.openOrders()).toHaveLength(1)
  await client.cancelAll()
  expect(await client.openOrders()).toEqual([])
})

it.each([
  ['an error of the server', { kind: 'status', status: 503 }, 'down'],
  ['too many requests', { kind: 'status', status: 429 }, 'rate-limited'],
  ['a web page', { kind: 'html' }, 'down'],
  ['half an answer', { kind: 'truncated' }, 'bad-data'],
  ['a broken line', { kind: 'hang-up' }, 'down'],
  ['an answer of another form', { kind: 'body', body: { data: { id: 7 } } }, 'bad-data'],
  ['nine megabytes', { kind: 'body', body: { data: 'x'.repeat(9_000_000) } }, 'bad-data'],
  ['lists in lists', { kind: 'body', body: { data: nested(2_000) } }, 'bad-data'],
  ['null', { kind: 'body', body: null }, 'bad-data'],
  ['an order in a state that nobody knows', { kind: 'body', body: { data: [{ id: '1', status: 'NEW' }] } }, 'bad-data'],
] as const)('rejects %s as an upstream error', async (_what, fault, kind) => {
  await client.now()
  apex.http.fault = () => fault
  await expect(client.openOrders()).rejects.toMatchObject({ name: 'UpstreamError', kind })
})

it('includes no secret in a thrown error', async () => {
  apex.http.fault = () => ({ kind: 'status', status: 500, body: { code: 9, msg: 'no' } })
  const thrown = await client.account().catch((error: unknown) => error)
  expect(JSON.stringify([String(thrown), thrown])).not.toContain(APEX_KEY.secret)
})

it('receives pushes after login, and reports up, down and unreadable messages', async () => {
  const events = { push: vi.fn(), up: vi.fn(), down: vi.fn(), unreadable: vi.fn() }
  const root = new URL(apex.http.url.replace('http', 'ws'))
  const stream = apexStream({ root, credentials: () => APEX_KEY, now: Date.now, env }, events)
  stream.start()
  await vi.waitFor(() => expect(events.up).toHaveBeenCalledTimes(1))
  apex.push({
    orders: [
      {
        id: '1',
        clientId: 'one',
        symbol: 'BTC-USDT',
        side: 'SELL',
        type: 'LIMIT',
        status: 'FILLED',
        size: '1',
        cumMatchFillSize: '1',
        cumSuccessFillSize: '0',
      },
    ],
  })
  await vi.waitFor(() => expect(events.push).toHaveBeenCalledTimes(1))
  expect(events.push.mock.calls[0]).toMatchObject([{ contents: { orders: [{ matched: { size: '1' }, settled: { size: '0' } }] } }])
  apex.push({ orders: [{ id: '1', status: 'NEW WORD' }] })
  apex.socket.broadcast('{not json')
  await vi.waitFor(() => expect(events.unreadable).toHaveBeenCalledTimes(2))
  for (const one of apex.socket.open()) one.end('break')
  await vi.waitFor(() => expect(events.down).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(events.up).toHaveBeenCalledTimes(2))
  stream.stop()
})

it('does not report up with an invalid key', async () => {
  const events = { push: vi.fn(), up: vi.fn(), down: vi.fn(), unreadable: vi.fn() }
  const root = new URL(apex.http.url.replace('http', 'ws'))
  const stream = apexStream({ root, credentials: () => ({ ...APEX_KEY, secret: 'another' }), now: Date.now, env }, events)
  stream.start()
  await vi.waitFor(() => expect(apex.socket.clients[0]?.messages).toHaveLength(1))
  apex.push({ orders: [] })
  stream.stop()
  expect(events.up).not.toHaveBeenCalled()
  expect(events.push).not.toHaveBeenCalled()
})

it('does not mistake a ping before the login response for a successful login', async () => {
  const events = { push: vi.fn(), up: vi.fn(), down: vi.fn(), unreadable: vi.fn() }
  const root = new URL(apex.http.url.replace('http', 'ws'))
  const stream = apexStream({ root, credentials: () => ({ ...APEX_KEY, secret: 'another' }), now: Date.now, env }, events)
  stream.start()
  await vi.waitFor(() => expect(apex.socket.clients[0]?.messages).toHaveLength(1))
  apex.socket.broadcast({ op: 'ping', args: ['1'] })
  apex.socket.broadcast('{not json')
  await vi.waitFor(() => expect(events.unreadable).toHaveBeenCalledTimes(1))
  stream.stop()
  expect(events.up).not.toHaveBeenCalled()
})

const FORM = { clientId: 'mine', symbol: 'BTC-USDT', side: 'BUY', type: 'LIMIT', size: '1', price: '10' }
const TAKEN = { ...FORM, id: '1', status: 'OPEN' }
const answerOrder = (body: object): void => {
  apex.http.fault = ({ path }) => (path.endsWith('/order') ? { kind: 'body', body } : undefined)
}

it.each([
  ['a refusal that is none: a time-out', { code: 3, key: 'SYSTEM_TIMEOUT', msg: 'request timed out' }],
  ['one of a busy venue', { code: 4, key: 'SYSTEM_BUSY', msg: 'try again' }],
  ['an error within', { code: 1, msg: 'internal error' }],
  ['an id that it has seen', { code: 5, key: 'CLIENT_ORDER_ID_DUPLICATED', msg: 'no' }],
  ['another order', { data: { ...TAKEN, clientId: 'theirs' } }],
])('reports an order as unknown after %s', async (_what, body) => {
  answerOrder(body)
  expect(await client.place(FORM, 'ab'.repeat(32))).toMatchObject({ kind: 'unknown' })
})

it('distinguishes rejection, success and Retry-After from ApeX', async () => {
  answerOrder({ code: 6, key: 'NOT_ENOUGH_MARGIN', msg: 'not enough margin' })
  expect(await client.place(FORM, 'ab'.repeat(32))).toEqual({ kind: 'refused', code: 'NOT_ENOUGH_MARGIN', message: 'not enough margin' })
  answerOrder({ data: { ...TAKEN, clientId: null } })
  expect(await client.place(FORM, 'ab'.repeat(32))).toMatchObject({ kind: 'accepted', order: { id: '1' } })
  apex.http.fault = ({ path }) => (path.endsWith('/order') ? { kind: 'status', status: 429, headers: { 'retry-after': '3' } } : undefined)
  expect(await client.place(FORM, 'ab'.repeat(32))).toMatchObject({ kind: 'unknown', restMs: 3_000 })
})

it('sends no order past its deadline, however long the preceding calls took', async () => {
  let laterMs = 0
  const clock = { now: () => epochMs(Date.now() + laterMs) }
  const limiter = new RateLimiter({ perSecond: 1_000, burst: 1_000 }, clock, env.timers)
  const slow = apexClient({ root: new URL(apex.http.url), credentials: () => APEX_KEY, limiter, env: { ...env, clock } })
  const by = Date.now() + 60_000
  apex.http.fault = ({ path }) => {
    if (path.endsWith('/time')) laterMs = 120_000
    return undefined
  }
  expect(await slow.place(FORM, 'ab'.repeat(32), by)).toMatchObject({ kind: 'refused', code: 'too_late' })
  expect(apex.sent.size).toBe(0)
  apex.http.fault = undefined
  laterMs = 0
  expect(await slow.place(FORM, 'ab'.repeat(32), by)).toMatchObject({ kind: 'accepted' })
})

it('returns no order when ApeX has none, and throws on an unrelated response', async () => {
  expect(await client.orderByClientId('none')).toBeUndefined()
  const answer = (body: object): void => {
    apex.http.fault = () => ({ kind: 'body', body })
  }
  answer({ code: 7, key: 'API_KEY_NOT_FOUND', msg: 'api key not found' })
  await expect(client.orderByClientId('none')).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' })
  answer({ data: { ...TAKEN, clientId: 'theirs' } })
  await expect(client.orderByClientId('mine')).rejects.toMatchObject({ kind: 'bad-data' })
})

it('cancels by client id', async () => {
  apex.orders.set('1', { ...TAKEN })
  await client.cancelByClientId('mine')
  expect(apex.orders.get('1')).toMatchObject({ status: 'CANCELED' })
  await expect(client.cancelByClientId('none')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
})

it('rejects a position with an unknown side as unreadable, instead of treating it as short', async () => {
  apex.positions = [{ symbol: 'BTC-USDT', side: 'BOTH', size: '0.5', entryPrice: '60000', fundingFee: '', realizedPnl: '1' }]
  await expect(client.account()).rejects.toMatchObject({ kind: 'bad-data' })
})

it("signs with ApeX's clock, even when the local time is changed while in use", async () => {
  let jumpMs = 0
  const clock = { now: () => epochMs(Date.now() + jumpMs), elapsed: () => performance.now() }
  const limiter = new RateLimiter({ perSecond: 1_000, burst: 1_000 }, clock, env.timers)
  const steady = apexClient({ root: new URL(apex.http.url), credentials: () => APEX_KEY, limiter, env: { ...env, clock } })
  await steady.account()
  const asked = apex.http.seen.length
  jumpMs = -3_600_000
  await steady.account()
  expect(apex.http.seen.slice(asked).map(({ path }) => path.split('/').at(-1))).toEqual(['account'])
})
