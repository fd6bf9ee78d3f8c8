import type { Candle } from '@aerie/core/market/candle'
import { MINUTE_MS, SECOND_MS } from '@aerie/core/time'
import type { HistoryRequest } from '@aerie/market/market-source'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { journalTrader } from '../../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'

/** The minute in which the market, otherwise around 100, reached 92 and 111. */
let deepMinute: number | undefined
let missingMinute: number | undefined
const minuteOf = (time: number): Candle => {
  const isDeep = time * SECOND_MS === deepMinute
  return { time, open: 100, high: isDeep ? 111 : 100.5, low: isDeep ? 92 : 99.5, close: 100, volume: 1 }
}
function history({ interval, from, to }: HistoryRequest): Candle[] {
  if (interval !== '1m') return []
  const first = Math.ceil(from / MINUTE_MS)
  const minutes = Array.from({ length: Math.max(0, Math.ceil(to / MINUTE_MS) - first) }, (_, at) => (first + at) * MINUTE_MS)
  return minutes.filter((at) => at !== missingMinute).map((at) => minuteOf(at / SECOND_MS))
}

let stage: TradingStage
let trader: ReturnType<typeof journalTrader>
beforeEach(async () => {
  ;[deepMinute, missingMinute] = [undefined, undefined]
  stage = await tradingStage({ history, tripPace: { saveMs: 0, mendMs: 0 } })
  trader = journalTrader(stage, (await stage.trader('ada@example.com')).token)
})
afterEach(() => stage.close())

/** Opens a position and stops the server for ten minutes. @returns the first full minute of the outage */
async function downForTenMinutes(): Promise<number> {
  const { market, done, order } = trader
  market(100)
  await done(order('a', 'buy'))
  market(100)
  const firstMinute = Math.ceil(stage.now() / MINUTE_MS) * MINUTE_MS
  await stage.stop()
  stage.setClock(firstMinute + 10 * MINUTE_MS - SECOND_MS)
  return firstMinute
}

/** Restarts the market on a full minute: like every source, it reports the minute that has just closed. */
async function backOnFullMinute(): Promise<void> {
  await stage.restart()
  trader.market(100)
  const candle = minuteOf((stage.now() - MINUTE_MS) / SECOND_MS)
  stage
    .stage()
    .script.emit()
    .candles([{ symbol: 'SOL', interval: '1m', candle }])
}

it('fills unwatched time from one-minute candles: their lows and highs count, and the trip is marked accordingly', async () => {
  const { only, detail, order, done, differences } = trader
  deepMinute = (await downForTenMinutes()) + 3 * MINUTE_MS
  await backOnFullMinute()
  await vi.waitFor(async () => expect((await detail((await only()).id)).gaps).toMatchObject([{ is_filled: true }]), { timeout: 50_000 })
  await done(order('b', 'sell'))
  const trip = await only()
  expect(trip.resolution).toBe('minute')
  // Entry at 100.1: 92 is 8.1 below, 111 is 10.9 above.
  expect([Number(trip.mae), Number(trip.mfe)]).toEqual([-8.1, 10.9])
  expect(await differences()).toEqual([])
})

it('leaves a part with a missing minute unfilled', async () => {
  const { only, detail, order, done } = trader
  deepMinute = (await downForTenMinutes()) + 3 * MINUTE_MS
  missingMinute = deepMinute + MINUTE_MS
  await backOnFullMinute()
  await done(order('b', 'sell'))
  const trip = await only()
  expect([trip.resolution, Number(trip.mae) > -1]).toEqual(['fills', true])
  expect((await detail(trip.id)).gaps).toMatchObject([{ is_filled: false }])
})
