import type { ReplayView } from '@aerie/wire/market/replay'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RECORDED_FROM, RECORDED_MINUTES, replayStage } from '../../../../test/replay-stage.ts'

let stage: Awaited<ReturnType<typeof replayStage>>
beforeEach(async () => {
  stage = await replayStage()
})
afterEach(() => stage.close())

const minute = (n: number): number => RECORDED_FROM + n * 60_000
const command = (body: unknown, as?: string) => stage.call('POST', '/market/replay', body, as)
const minutesIn = async (): Promise<number> => {
  const view: ReplayView = (await stage.call('GET', '/market/replay')).data
  return (view.market_time - RECORDED_FROM) / 60_000
}
const order = (id: string, more: object = {}) => ({ client_id: id, symbol: 'BTC', side: 'buy', type: 'market', size: '0.1', ...more })
const closes = async () => (await stage.market.candles({ symbol: 'BTC', interval: '1m', limit: 3 })).map(({ close }) => close)

it('lets a signed-in user control it: a pause stops it, a step closes one candle, a speed applies from then on', async () => {
  const before = await minutesIn()
  const stepped: ReplayView = (await command({ action: 'step' })).data
  expect(stepped).toMatchObject({ state: 'paused', controls: 'users', from: RECORDED_FROM, end: minute(RECORDED_MINUTES), step_ms: 60_000 })
  expect(await minutesIn()).toBe(Math.floor(before) + 1)
  expect((await command({ action: 'step' })).data).toMatchObject({ market_time: minute(Math.floor(before) + 2) })
  expect((await command({ action: 'speed', speed: 90 })).data).toMatchObject({ state: 'paused', speed: 90 })
  expect(stage.market.hub.status()).toMatchObject({ badge: 'REPLAY', speed: 0, replay: { run: 0, state: 'paused' } })
  expect((await command({ action: 'play' })).data).toMatchObject({ state: 'playing' })
  expect(stage.market.hub.status()).toMatchObject({ badge: 'REPLAY', speed: 90 })
})

it('jumps back to a market without knowledge of the future: prices, candles and the clock are of that moment', async () => {
  await stage.market.settled()
  expect((await command({ action: 'jump', to: minute(500) })).data).toMatchObject({ state: 'paused', market_time: minute(500) })
  await stage.market.settled()
  expect(stage.market.hub.ticksOf(['BTC'])).toEqual([['BTC', 1500, minute(500)]])
  expect(await closes()).toEqual([1498, 1499, 1500])
  expect(stage.market.hub.status()).toMatchObject({ badge: 'REPLAY', newest_tick: minute(500), replay: { run: 1, state: 'paused' } })
  await command({ action: 'jump', to: minute(2_500) })
  await stage.market.settled()
  expect(await closes()).toEqual([3498, 3499, 3500])
})

it('keeps a request waiting that arrives while a jump restarts trading', async () => {
  const reset = Promise.withResolvers<void>()
  stage.market.onReset(reset.resolve)
  const jump = command({ action: 'jump', to: minute(500) })
  await reset.promise
  expect(stage.trading.isOpen()).toBe(false)
  expect(await stage.call('GET', '/trading/account')).toMatchObject({ status: 200 })
  expect(await jump).toMatchObject({ status: 200 })
})

it('refuses commands, with a message, of an account that has seen the future of a jump, until it is reset', async () => {
  expect(await stage.call('POST', '/orders', order('a'))).toMatchObject({ status: 201 })
  await command({ action: 'jump', to: minute(500) })
  await stage.trading.opened()
  expect(await stage.call('POST', '/orders', order('b'))).toMatchObject({
    status: 409,
    code: 'source_changed',
    detail: 'This replay is now earlier than the prices the account has seen. Reset the account to trade.',
  })
  expect((await stage.call('GET', '/positions')).data).toMatchObject([{ symbol: 'BTC', size: '0.1' }])
  expect(await stage.call('POST', '/trading/account/reset', { deposit: '10000' })).toMatchObject({ status: 200 })
  expect(await stage.call('POST', '/orders', order('b'))).toMatchObject({ status: 201, data: { state: 'filled' } })
})

it('fills a resting order from the candle a step closes, at its time on the market clock', async () => {
  await command({ action: 'step' })
  const [price] = stage.market.hub.ticksOf(['BTC'])[0]?.slice(1) ?? []
  // The next candle goes 1 below this close.
  const limit = order('rest', { type: 'limit', price: String(Number(price) - 0.5) })
  expect((await stage.call('POST', '/orders', limit)).data).toMatchObject({ state: 'open' })
  await command({ action: 'step' })
  expect((await stage.call('GET', '/orders?state=done')).data).toMatchObject([
    { state: 'filled', filled: '0.1', updated_at: new Date(stage.market.hub.now()).toISOString() },
  ])
})

const MALFORMED = [
  {},
  [],
  { action: 'stop' },
  { action: 'speed' },
  { action: 'speed', speed: 0 },
  { action: 'speed', speed: 3601 },
  { action: 'speed', speed: '60' },
  '{"action":"speed","speed":1e400}',
  { action: 'jump' },
  { action: 'jump', to: -1 },
  { action: 'jump', to: 1.5 },
  { action: 'jump', to: '2024-01-01' },
  { action: 'jump', to: minute(-1) },
  { action: 'jump', to: minute(RECORDED_MINUTES) },
]

it('refuses malformed and out-of-range input, and changes nothing', async () => {
  const before = stage.market.transport()?.state()
  for (const body of MALFORMED) expect([body, (await command(body)).status]).toEqual([body, 400])
  expect([stage.market.transport()?.state(), stage.market.round()]).toEqual([before, 0])
})

it('accepts no command without a token, but returns its state to everyone', async () => {
  expect((await command({ action: 'play' }, '')).status).toBe(401)
  expect((await stage.call('GET', '/market/replay', undefined, '')).status).toBe(200)
})

it('limits the rate of jumps', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => command({ action: 'jump', to: minute(100 + n) })))
  const statuses = answers.map(({ status }) => status)
  expect([statuses.includes(200), statuses.includes(429), statuses.every((one) => one === 200 || one === 429)]).toEqual([true, true, true])
  expect(stage.market.hub.isReady()).toBe(true)
})
