import { epochMs, SECOND_MS } from '@aerie/core/time'
import { tripTicks } from '@aerie/wire/journal/journal'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { journalTrader } from '../../../../test/journal-trader.ts'
import { type TradingStage, tradingStage } from '../../../../test/trading-stage.ts'
import { candleStore } from '../../market/candles/candle-store.ts'

let stage: TradingStage
let trader: ReturnType<typeof journalTrader>
beforeEach(async () => {
  stage = await tradingStage()
  trader = journalTrader(stage, (await stage.trader('ada@example.com')).token)
})
afterEach(() => stage.close())

async function storePrices(from: number, prices: readonly (readonly [seconds: number, price: number])[]): Promise<void> {
  const { rows } = await stage.accounts.db.$client.query('select source_id from trading_accounts limit 1')
  const { source_id } = z.parse(z.object({ source_id: z.string() }), rows[0])
  const tick = (symbol: string, price: number, asOf: number) => ({ symbol, price, asOf: epochMs(asOf), venue: 'v', quote: 'USD' as const })
  const store = await candleStore(stage.accounts.db.$client, source_id)
  // Each row repeats the newest price, as the recorder's rows do.
  const repeated: ReturnType<typeof tick>[] = [tick('ETH', 9, from)]
  for (const [seconds, price] of prices.toSorted(([a], [b]) => a - b)) {
    const next = tick('SOL', price, from + seconds * SECOND_MS)
    await store.writeTicks([...repeated, next])
    await store.writeTicks([next, tick('ETH', 9, next.asOf + 1_000)])
  }
  await (await candleStore(stage.accounts.db.$client, 'sim:another')).writeTicks([tick('SOL', 9, from)])
}
const ticks = async (id: string) => z.parse(tripTicks, (await trader.get(`/journal/trips/${id}/ticks`)).data)

async function trip(): Promise<{ id: string; from: number; to: number }> {
  const { market, done, order, only } = trader
  market(100)
  await done(order('a', 'buy'))
  for (let second = 0; second < 30; second += 1) market(101)
  await done(order('b', 'sell'))
  const { id, opened_at_ms, closed_at_ms } = await only()
  // Stopping flushes the market's own five-second prices, whose values depend on timing; they are then removed.
  await stage.stage().market.stop()
  await stage.accounts.db.$client.query('delete from market_prices')
  return { id, from: opened_at_ms ?? 0, to: closed_at_ms ?? 0 }
}

it("returns the ticks of the trip's market from its first fill to its last, exact and in order", async () => {
  const { id, from } = await trip()
  expect(await ticks(id)).toEqual({ ticks: [], every_ms: 5_000, reason: 'none_stored' })
  await storePrices(from, [
    [-5, 99],
    [10, 101.123456],
    [5, 0.0000001],
    [20, 65_000.12],
    [600, 120],
  ])
  expect(await ticks(id)).toEqual({
    ticks: [
      [from + 5_000, '0.0000001'],
      [from + 10_000, '101.123456'],
      [from + 20_000, '65000.12'],
    ],
    every_ms: 5_000,
    reason: null,
  })
})

it('returns no ticks if there are more than a replay accepts, and none of another user', async () => {
  const { id, from, to } = await trip()
  const many = Math.ceil((to - from) / 4)
  expect(many).toBeGreaterThan(6_000)
  await storePrices(from, [[0, 100]])
  await stage.accounts.db.$client.query(
    `insert into market_prices (source, at, series, prices, ages)
     select source, at + step * 4, series, prices, ages from market_prices, generate_series(1, $1) step where at = $2 on conflict do nothing`,
    [many, from],
  )
  expect(await ticks(id)).toEqual({ ticks: [], every_ms: 5_000, reason: 'too_many' })
  const other = (await stage.trader('bob@example.com')).token
  expect((await stage.call('GET', other, `/journal/trips/${id}/ticks`)).status).toBe(404)
})
