import { VOLUME_WINDOWS } from '@aerie/alerts/volume-ratio'
import { DAY_MS, MINUTE_MS } from '@aerie/core/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AlertStage, alertStage } from '../../../../test/alert-stage.ts'
import { candleAt } from '../../../../test/scripted-source.ts'

let t: AlertStage
beforeAll(async () => {
  t = await alertStage()
})
afterAll(() => t.close())

async function receiveCandle(volume: number, closedAt: number): Promise<void> {
  const candle = { ...candleAt((closedAt - MINUTE_MS) / 1_000, 50), volume }
  t.emit().candles([{ symbol: 'ETH', interval: '1m', candle }])
  await t.stored()
}

async function close(volume: number): Promise<void> {
  t.setNow(t.now() + MINUTE_MS)
  await receiveCandle(volume, t.now())
}

const spike = { symbol: 'ETH', kind: 'volume', ratio: 3, window_s: 60, repeat: 'every' }

async function watched() {
  const { token } = await t.user()
  t.setNow(Math.ceil(t.now() / MINUTE_MS) * MINUTE_MS)
  await t.price(50, 0, 'ETH')
  const { id } = await t.create(token, spike)
  await expect.poll(() => t.stage().alerts.watch()?.find(id)?.state.phase).toBe('fresh')
  // Fills the whole comparison window, so that it contains no volume of earlier tests.
  for (let n = 0; n < VOLUME_WINDOWS + 1; n += 1) await close(10)
  for (const volume of [40, 10]) await close(volume)
  return async () => (await t.firings(token)).map(({ value }) => value)
}

it.each([
  ['its first tick comes before its first candle', true],
  ['its first candle comes before its first tick', false],
])('are compared only with later ones after a replay has jumped back, when %s', async (_which, isTickFirst) => {
  const values = await watched()
  expect(await values()).toEqual(['4'])
  t.setNow(t.now() - 30 * DAY_MS)
  if (isTickFirst) await t.price(50, 0, 'ETH')
  await close(10)
  await t.price(50, 0, 'ETH')
  // The comparison needs a full window before the current one: the first two minutes are required after the jump.
  for (const volume of [10, 60]) await close(volume)
  expect(await values()).toEqual(['6', '4'])
})

it('are counted once when minutes are corrected', async () => {
  const values = await watched()
  await receiveCandle(500, t.now())
  await receiveCandle(500, t.now() - 3 * MINUTE_MS)
  expect(await values()).toEqual(['4'])
  await close(100)
  expect(await values()).toHaveLength(2)
})
