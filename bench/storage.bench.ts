import { MINUTE_MS } from '@aerie/core/time'
import { COINS } from '@aerie/market/catalogue'
import type { MarketTick } from '@aerie/market/market-source'
import { type Benchmark, median } from './benchmark.ts'
import { type MarketStage, marketStage, walkOf } from './market-stage.ts'

const COINS_STORED = 50
const DAYS_STORED = 30
const ASKED = 60

let staged: Promise<MarketStage> | undefined
const stage = (): Promise<MarketStage> => {
  staged ??= marketStage({ minuteDays: DAYS_STORED, coins: COINS_STORED })
  return staged
}

/** Median HTTP response time, each address requested once: nothing comes from the response cache. */
async function medianAnswer(pathOf: (index: number) => string): Promise<number> {
  const { url } = await stage()
  const times: number[] = []
  for (let index = 0; index < ASKED + 10; index += 1) {
    const start = performance.now()
    const response = await fetch(`${url}${pathOf(index)}`)
    const { data } = (await response.json()) as { data: unknown[] }
    if (data.length !== 1_000) throw new Error(`${pathOf(index)} gave ${data.length} candles`)
    if (index >= 10) times.push(performance.now() - start)
  }
  return median(times)
}

const symbolAt = (index: number): string => COINS[index % COINS_STORED]?.symbol ?? 'BTC'

async function bulkRate(): Promise<number> {
  const { store } = await stage()
  const candles = walkOf(20, Date.now() - 40 * 24 * 60 * MINUTE_MS)
  const entries = candles.map((candle) => ({ symbol: 'BULK', interval: '1m', candle }) as const)
  const start = performance.now()
  for (let from = 0; from < entries.length; from += 1_000) await store.write(entries.slice(from, from + 1_000))
  return entries.length / ((performance.now() - start) / 1_000)
}

/** Percent of a core for storing ticks of all coins every five seconds, extrapolated from part of a day. */
async function ticksShare(): Promise<number> {
  const { store } = await stage()
  const batches = 300
  const now = Date.now()
  const start = process.cpuUsage()
  for (let batch = 0; batch < batches; batch += 1) {
    const ticks = COINS.map(
      ({ symbol }): MarketTick => ({
        symbol,
        price: 1.234567 + batch,
        asOf: (now + batch * 5_000) as MarketTick['asOf'],
        venue: 'sim',
        quote: 'USD',
      }),
    )
    await store.writeTicks(ticks)
  }
  const { user, system } = process.cpuUsage(start)
  return (100 * (user + system)) / (batches * 5_000_000)
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: `storage: 1,000 minutes over HTTP from PostgreSQL, ${COINS_STORED} coins x ${DAYS_STORED} days stored`,
    run: async () => {
      const weekAgo = Math.floor(Date.now() / 1_000) - 14 * 86_400
      const value = await medianAnswer((index) => `/api/v1/candles/${symbolAt(index)}?interval=1m&limit=1000&from=${weekAgo - index * 600}`)
      return { value, unit: 'ms, median', limit: 5 }
    },
  },
  {
    name: 'storage: 1,000 minutes over HTTP from memory',
    run: async () => ({
      value: await medianAnswer(
        (index) => `/api/v1/candles/${symbolAt(index)}?interval=1m&limit=1000&to=${Math.floor(Date.now() / 1_000) - index * 2}`,
      ),
      unit: 'ms, median',
      limit: 1,
    }),
  },
  {
    name: 'storage: bulk candles (more is better; peer: plain PostgreSQL inserts of PERFORMANCE.md)',
    run: async () => ({ value: await bulkRate(), unit: 'rows a second', limit: 128_000 }),
  },
  { name: "storage: a day's ticks", run: async () => ({ value: await ticksShare(), unit: '% of a core', limit: 2 }) },
]
