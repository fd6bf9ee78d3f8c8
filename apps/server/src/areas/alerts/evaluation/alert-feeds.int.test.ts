import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { NO_SOURCES } from '../../../../test/no-alert-sources.ts'
import { memoryRoom, type Transport } from '../../../platform/bus/bus.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { AlertSources } from './alert-feeds.ts'

type Asked = { -readonly [K in keyof AlertSources]: AlertSources[K] }
const answers: Asked = { ...NO_SOURCES }
let looks = 0
/** Counts the polls by those of tickets, which are read last. */
const sources = new Proxy(answers, {
  get: (from, name: keyof AlertSources) => {
    if (name === 'tickets') looks += 1
    return from[name]
  },
})

let t: AlertStage
beforeAll(async () => {
  t = await alertStage({ sources, feedEveryMs: 10 })
})
afterAll(() => t.close())
beforeEach(() => void Object.assign(answers, NO_SOURCES))

const waiting = async (token: string, { id }: AlertRow) => (await t.call<AlertRow>('GET', token, `/alerts/${id}`)).data.waits_for
const armed = (token: string, alert: AlertRow) => expect.poll(() => waiting(token, alert)).toBe('armed')
const fired = (token: string, count: number) => expect.poll(async () => (await t.firings(token)).length).toBe(count)
async function looked(times: number): Promise<void> {
  const from = looks
  await expect.poll(() => looks).toBeGreaterThan(from + times)
  await t.stored()
}

it('fires when the volatility regime changes, but not while it is unknown', async () => {
  const { token } = await t.user()
  answers.regime = async () => 'calm'
  const alert = await t.create(token, { symbol: 'BTC', kind: 'volatility', regime: 'high', direction: 'above' })
  await armed(token, alert)
  answers.regime = () => Promise.reject(new AppError('unavailable', { detail: 'Not now.' }))
  answers.regime = async () => 'extreme'
  await fired(token, 1)
  expect((await t.firings(token))[0]).toMatchObject({
    alert: alert.id,
    value: '3',
    text: 'BTC volatility becomes at least high: extreme (simulated market).',
    source_kind: 'sim',
  })
})

it('fires when the forecast passes the level at the requested quantile', async () => {
  const { token } = await t.user()
  const around = (median: number) => [[0.1, median - 10] as const, [0.5, median] as const, [0.9, median + 10] as const]
  answers.quantiles = async () => around(100)
  const terms = { symbol: 'BTC', kind: 'forecast', hours: 24, direction: 'above' }
  const median = await t.create(token, { ...terms, level: 105 })
  const high = await t.create(token, { ...terms, level: 115, quantile: 0.9 })
  await armed(token, median)
  await armed(token, high)
  answers.quantiles = async () => around(106)
  await fired(token, 2)
  const firings = await t.firings(token)
  expect(Object.fromEntries(firings.map(({ alert, value }) => [alert, value]))).toEqual({ [median.id]: '106', [high.id]: '116' })
})

it('fires when a position of the user nears its liquidation, but not for one of another user', async () => {
  const [ada, eve] = [await t.user(), await t.user()]
  let mark = '100'
  const at = (liquidation_price: string) => [{ symbol: 'BTC', mark, liquidation_price }]
  answers.positions = async (userId) => at(userId === ada.userId ? '80' : '10')
  const terms = { kind: 'liquidation', percent: 10, symbol: 'BTC' }
  const [mine, hers] = [await t.create(ada.token, terms), await t.create(eve.token, terms)]
  await armed(ada.token, mine)
  await armed(eve.token, hers)
  mark = '85'
  await fired(ada.token, 1)
  const [firing] = await t.firings(ada.token)
  expect(Number(firing?.value)).toBeCloseTo((5 / 85) * 100, 6)
  expect(await t.firings(eve.token)).toEqual([])
})

it.each([['BTC'], [undefined]])('fires for a position opened near its liquidation, and for the next one after it (%s)', async (symbol) => {
  const { token } = await t.user()
  const near = async () => [{ symbol: 'BTC', mark: '100', liquidation_price: '97' }]
  const alert = await t.create(token, { kind: 'liquidation', percent: 5, repeat: 'every', ...(symbol && { symbol }) })
  await armed(token, alert)
  answers.positions = near
  await fired(token, 1)
  answers.positions = async () => [{ symbol: 'BTC', mark: '100', liquidation_price: null }]
  await armed(token, alert)
  let asked = 0
  answers.positions = async () => {
    asked += 1
    return [{ symbol: 'BTC', mark: null, liquidation_price: '97' }]
  }
  await expect.poll(() => asked).toBeGreaterThan(2)
  expect(await waiting(token, alert)).toBe('armed')
  answers.positions = near
  await fired(token, 2)
})

it('names the position that is near its liquidation when an alert watches all', async () => {
  const { token } = await t.user()
  let mark = '100'
  answers.positions = async () => [
    { symbol: 'BTC', mark: '100', liquidation_price: '10' },
    { symbol: 'ETH', mark, liquidation_price: '80' },
  ]
  await armed(token, await t.create(token, { kind: 'liquidation', percent: 10 }))
  mark = '85'
  await fired(token, 1)
  expect((await t.firings(token))[0]?.text).toMatch(/^A position within 10% of liquidation: ETH, 5\.88/)
})

it('fires once for each filled order, of its user and its coin only', async () => {
  const [ada, eve] = [await t.user(), await t.user()]
  const alert = await t.create(ada.token, { kind: 'order_filled', symbol: 'BTC', repeat: 'every' })
  await t.create(eve.token, { kind: 'order_filled', repeat: 'every' })
  const { alerts } = t.stage()
  expect([alerts.hasListener(ada.userId), alerts.hasListener(eve.userId), alerts.hasListener((await t.user()).userId)]).toEqual([
    true,
    true,
    false,
  ])
  expect(await waiting(ada.token, alert)).toBe('armed')
  const order = (id: string, change: object = {}) => ({
    id,
    symbol: 'BTC',
    state: 'filled',
    updated_at: '2026-01-15T12:00:00.000Z',
    ...change,
  })
  const handleOrder = (data: object) => t.stage().alerts.notify(ada.userId, { kind: 'order', account: 'paper', first_seq: 1, seq: 1, data })
  const filled = { side: 'sell', filled: '0.5', average_price: '57799' }
  for (const data of [order('a'), order('a'), order('b', filled), order('c', { state: 'cancelled' }), order('d', { symbol: 'ETH' })])
    handleOrder(data)
  await t.stored()
  const firings = await t.firings(ada.token)
  expect(firings.map(({ terms, value }) => [terms.kind, value])).toEqual([
    ['order_filled', null],
    ['order_filled', null],
  ])
  expect(firings.map(({ text }) => text)).toEqual([
    'BTC order is filled: sold 0.5 BTC at 57,799.00 (simulated market).',
    'BTC order is filled: BTC (simulated market).',
  ])
  expect((await t.call<AlertRow>('GET', ada.token, `/alerts/${alert.id}`)).data.firings).toBe(2)
  expect(await t.firings(eve.token)).toEqual([])
  await t.call('DELETE', ada.token, `/alerts/${alert.id}`)
  expect([alerts.hasListener(ada.userId), alerts.hasListener(eve.userId)]).toEqual([false, true])
})

it('fires late for an order that was filled while no evaluation was running', async () => {
  const { token } = await t.user()
  await t.create(token, { kind: 'order_filled', repeat: 'every' })
  t.stage().alerts.watch()?.keep()
  await t.stop()
  const updated_at = new Date(t.now() + 1_000).toISOString()
  answers.doneSince = async () => [{ id: 'missed', symbol: 'BTC', state: 'filled', updated_at }]
  await t.start()
  await fired(token, 1)
  expect((await t.firings(token))[0]).toMatchObject({ is_late: true, text: expect.stringContaining('Happened') })
})

it('fires once for an order that was filled while notices of other processes were lost', async () => {
  let resume = (): void => undefined
  const transport: Transport = {
    ...memoryRoom()(),
    onResumed: (listener) => {
      resume = listener
      return () => undefined
    },
  }
  const shared = await alertStage({ sources, transport, feedEveryMs: 10 })
  const { token } = await shared.user()
  const earlier = new Date(shared.now() - 1_000).toISOString()
  await shared.create(token, { kind: 'order_filled', repeat: 'every' })
  const updated_at = new Date(shared.now() + 1_000).toISOString()
  let refusals = 0
  answers.doneSince = async () => {
    // As while the process that has the orders reconnects, too.
    if (refusals < 2) {
      refusals += 1
      throw new AppError('unavailable')
    }
    return [
      { id: 'lost', symbol: 'BTC', state: 'filled', updated_at },
      { id: 'before the alert', symbol: 'BTC', state: 'filled', updated_at: earlier },
    ]
  }
  resume()
  await expect.poll(async () => (await shared.firings(token)).length).toBe(1)
  resume()
  await shared.stored()
  expect(await shared.firings(token)).toHaveLength(1)
  await shared.close()
})

it('fires for an order whose process ended before it published the fill, once another trades for that user', async () => {
  const [ada, eve] = [await t.user(), await t.user()]
  for (const { token } of [ada, eve]) await t.create(token, { kind: 'order_filled', repeat: 'every' })
  const at = t.now() + 5_000
  t.setNow(at + 20_000)
  answers.doneSince = async (userId, since) =>
    at > since ? [{ id: `unpublished ${userId}`, symbol: 'BTC', state: 'filled', updated_at: new Date(at).toISOString() }] : []
  t.stage().alerts.watch()?.keep()
  await t.stored()
  t.tradingOpened((userId) => userId === ada.userId)
  await fired(ada.token, 1)
  expect(await t.firings(eve.token)).toEqual([])
  // All alerts were evaluated up to a time after the fill.
  await t.kill()
  await t.start()
  await fired(eve.token, 1)
  expect(await t.firings(ada.token)).toHaveLength(1)
})

it('fires once for each unlock, however often and in any order it is checked, and counts the notifications', async () => {
  const { token } = await t.user()
  const alert = await t.create(token, { kind: 'unlock', repeat: 'every' })
  const count = async () => (await t.call<AlertRow>('GET', token, `/alerts/${alert.id}`)).data.firings
  const since = Date.parse(alert.created_at)
  const ticket = (n: number) => ({ key: `ticket ${n}`, readyAt: since + n })
  const [first, second, third] = [ticket(1), ticket(2), ticket(3)]
  answers.tickets = async () => [second]
  await fired(token, 1)
  await looked(5)
  // The chain may report an earlier ticket later, for example from another wallet.
  answers.tickets = async () => [second, first]
  await fired(token, 2)
  await looked(5)
  expect(await count()).toBe(2)
  await t.stop()
  await t.start()
  await looked(5)
  expect([await count(), (await t.firings(token)).length]).toEqual([2, 2])
  answers.tickets = async () => [first, second, third]
  await fired(token, 3)
  expect(await count()).toBe(3)
})

it('fires nothing for what was ready before the alert was created, or cannot be read', async () => {
  const { token } = await t.user()
  answers.tickets = async () => [{ key: 'old', readyAt: 1 }]
  const alert = await t.create(token, { kind: 'unlock' })
  await looked(3)
  answers.tickets = () => Promise.reject(new AppError('unavailable', { detail: 'The chain does not answer.' }))
  await looked(3)
  expect(await t.firings(token)).toEqual([])
  expect((await t.call<AlertRow>('GET', token, `/alerts/${alert.id}`)).data.state).toBe('active')
})
