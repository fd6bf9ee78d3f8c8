import { epochMs, SECOND_MS } from '@aerie/core/time'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TradingStage, tradingStage } from '../../../test/trading-stage.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { tradingService } from './service.ts'

let stage: TradingStage
let userId: string
beforeEach(async () => {
  stage = await tradingStage()
  userId = (await stage.trader('ada@example.com')).userId
})
afterEach(() => stage.close())

const bid = (clientId: string) => ({ client_id: clientId, symbol: 'SOL', side: 'buy', type: 'limit', size: '1', price: '99' }) as const

const SHUT = new AppError('unavailable')

/** Calls with the test's own clock; while trading is shut, a call only counts against the limits. */
function serviceOf() {
  let now = 0
  let isShut = false
  const active = () => {
    if (isShut) throw SHUT
    return stage.stage().trading.active()
  }
  const service = tradingService({ active, clock: { now: () => epochMs(now) }, decisionOf: async () => undefined })
  const flood = async (call: () => Promise<unknown>): Promise<number> => {
    isShut = true
    let taken = 0
    while ((await call().catch((error: unknown) => error)) === SHUT) taken += 1
    isShut = false
    return taken
  }
  return { service, flood, pass: () => (now += 4 * SECOND_MS) }
}

it('still cancels, flattens, renews the dead-man switch and previews after the daily command limit is reached', async () => {
  const { service, flood, pass } = serviceOf()
  const sender = { userId }
  const { order } = await service.place(sender, bid('first'))
  await service.place(sender, bid('second'))
  await service.place(sender, { ...bid('held'), type: 'market', price: undefined })
  const close = () => service.close(sender, 'SOL', { client_id: 'c', fraction: '1' })
  while ((await flood(close)) >= 100) pass()
  const change = () => service.modify(userId, order.id, { price: '98' })
  for (const refused of [close, change, () => service.place(sender, bid('third')), () => service.leverage(sender, 'SOL', { leverage: 3 })])
    await expect(refused()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await service.preview(sender, bid('p'))).toMatchObject({ rests: '1', refusal: null })
  expect(await service.scheduleCancel(sender, { seconds: 30 })).toMatchObject({ setting: { seconds: 30 } })
  expect(await service.cancel(userId, order.id)).toMatchObject({ client_id: 'first', state: 'canceled' })
  expect(await service.cancelAll(sender, undefined)).toMatchObject([{ client_id: 'second', state: 'canceled' }])
  expect(await service.flatten(sender)).toMatchObject({ closing: [{ symbol: 'SOL', state: 'filled' }], waiting: [] })
})

it('limits floods of previews, cancels and renewals separately', async () => {
  const { service, flood } = serviceOf()
  const sender = { userId }
  const preview = () => service.preview(sender, bid('p'))
  expect(await flood(preview)).toBe(200)
  await expect(preview()).rejects.toMatchObject({ code: 'rate_limited' })
  const { order } = await service.place(sender, bid('first'))
  expect(await service.cancel(userId, order.id)).toMatchObject({ state: 'canceled' })
  expect(await flood(() => service.cancelAll(sender, undefined))).toBe(199)
  await expect(service.cancel(userId, order.id)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await flood(() => service.scheduleCancel(sender, undefined))).toBe(200)
  expect(await service.flatten(sender)).toMatchObject({ closing: [], waiting: [] })
})
