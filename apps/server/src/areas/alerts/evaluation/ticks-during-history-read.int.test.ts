import { MINUTE_MS } from '@aerie/core/time'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { candleAt, tickOf } from '../../../../test/scripted-source.ts'
import { MarketService } from '../../market/service.ts'

let t: AlertStage
beforeAll(async () => {
  t = await alertStage()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

function holdPast() {
  const held = Promise.withResolvers<void>()
  const { market } = t.stage()
  const read = market.candles.bind(market)
  vi.spyOn(market, 'candles').mockImplementation(async (query) => {
    await held.promise
    return read(query)
  })
  return held.resolve
}

it('loses no crossing, however many ticks arrive while the history of their coin is being read', async () => {
  const { token } = await t.user()
  await t.price(90)
  const watched = await t.create(token, { symbol: 'BTC', kind: 'price', direction: 'above', level: 100 })
  const letGo = holdPast()
  // A window rule needs history, so the coin's ticks are buffered from now on.
  const window = await t.create(token, { symbol: 'BTC', kind: 'change', direction: 'above', percent: 90, window_s: 600 })
  const begin = t.now()
  const at = (n: number) => begin + 100 + Math.floor(n / 1_000)
  t.setNow(at(45_000))
  const { ticks } = t.stage().script.emit()
  for (let n = 0; n < 45_000; n += 1) ticks([tickOf('BTC', n === 30_000 ? 101 : 90 + (n % 3), at(n))])
  expect(await t.firings(token)).toEqual([])
  letGo()
  await expect.poll(async () => (await t.firings(token)).map(({ alert, value }) => [alert, value])).toEqual([[watched.id, '101']])
  await t.price(180, 100)
  await expect.poll(async () => (await t.firings(token)).map(({ alert }) => alert)).toContain(window.id)
})

it.each([
  { when: 'within the minute in which it went down', downMs: 0, way: [91, 105, 91, 98], isLate: false },
  { when: 'later: the candle knows more than the ticks', downMs: MINUTE_MS, way: [98, 105, 91, 98], isLate: true },
] as const)('fires once for a crossing present in both the candles and the concurrent ticks, $when', async ({ downMs, way, isLate }) => {
  const { token } = await t.user()
  const minute = Math.ceil(t.now() / MINUTE_MS) * MINUTE_MS
  t.setNow(minute)
  await t.price(90, 0)
  await t.create(token, { symbol: 'BTC', kind: 'price', direction: 'above', level: 100, repeat: 'every' })
  await t.price(91, 100)
  await t.stop()
  const open = minute + downMs
  t.setNow(open + MINUTE_MS)
  t.minutes.set(minute / 1_000, [91, 91, 91, 91])
  t.minutes.set(open / 1_000, way)
  vi.spyOn(MarketService.prototype, 'candles').mockImplementationOnce(async function (this: MarketService, query) {
    t.emit().ticks([95, 105, 98].map((price, index) => tickOf('BTC', price, open + 30_000 + index)))
    return this.candles(query)
  })
  await t.start()
  await t.stored()
  expect((await t.firings(token)).map(({ is_late }) => is_late)).toEqual([isLate])
})

it('counts the volume of a minute that closes while the history of its coin is being read', async () => {
  const { token } = await t.user()
  t.setNow(Math.ceil(t.now() / MINUTE_MS) * MINUTE_MS)
  await t.price(50, 0, 'ETH')
  const terms = { symbol: 'ETH', kind: 'volume', ratio: 3, window_s: 60 }
  const alert = await t.create(token, terms)
  const close = (volume: number): void => {
    const time = t.now() / 1_000
    t.setNow(t.now() + MINUTE_MS)
    t.stage()
      .script.emit()
      .candles([{ symbol: 'ETH', interval: '1m', candle: { ...candleAt(time, 50), volume } }])
  }
  await t.stored()
  for (let n = 0; n < 3; n += 1) close(10)
  const letGo = holdPast()
  await t.create(token, { ...terms, window_s: 120, ratio: 50 })
  close(40)
  await t.stored()
  expect(await t.firings(token)).toEqual([])
  letGo()
  await expect.poll(async () => (await t.firings(token)).map(({ alert: id, value }) => [id, value])).toEqual([[alert.id, '4']])
})
