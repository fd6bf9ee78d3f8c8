import { mock } from 'node:test'
import { type Clock, DAY_MS, epochMs } from '@aerie/core/time'
import { COINS } from '@aerie/market/catalogue'
import type { BaseInterval, MarketListener } from '@aerie/market/market-source'
import { simSource } from '@aerie/market/sim/sim-source'
import { type Benchmark, median } from './benchmark.ts'

const NOW = epochMs(Date.UTC(2026, 10, 20, 14, 30, 7))
const clock: Clock = { now: () => NOW }
const silent: MarketListener = { ticks: () => undefined, candles: () => undefined, listings: () => undefined, state: () => undefined }

async function medianCpuMs(runs: number, work: (run: number) => unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage()
    await work(run)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  return median(times)
}

/** CPU time of one minute (60,000 ms) of a running market, with manual clock and timer. */
async function runningMinute(): Promise<number> {
  mock.timers.enable({ apis: ['setInterval'] })
  let now = NOW
  const source = simSource({ seed: 1, clock: { now: () => now } })
  await source.start(silent)
  const value = await medianCpuMs(5, () => {
    for (let beat = 0; beat < 240; beat += 1) {
      now = epochMs(now + 250)
      mock.timers.tick(250)
    }
  })
  await source.stop()
  mock.timers.reset()
  return value
}

async function backfill(interval: BaseInterval, days: number, seed: number): Promise<void> {
  const source = simSource({ seed, clock })
  for (const { symbol } of COINS) await source.history({ symbol, interval, from: epochMs(NOW - days * DAY_MS), to: NOW })
}

export const benchmarks: readonly Benchmark[] = [
  {
    name: 'sim: start, 105 coins',
    run: async () => ({
      value: await medianCpuMs(5, async (seed) => {
        const source = simSource({ seed, clock })
        await source.start(silent)
        await source.stop()
      }),
      unit: 'ms cpu',
      limit: 300,
    }),
  },
  { name: 'sim: a running minute, 105 coins', run: async () => ({ value: await runningMinute(), unit: 'ms cpu', limit: 100 }) },
  {
    name: 'sim: 90 days of hours, 105 coins',
    run: async () => ({ value: await medianCpuMs(3, (run) => backfill('1h', 90, run)), unit: 'ms cpu', limit: 3_000 }),
  },
  {
    name: 'sim: 7 days of minutes, 105 coins',
    run: async () => ({ value: await medianCpuMs(3, (run) => backfill('1m', 7, run)), unit: 'ms cpu', limit: 3_000 }),
  },
]
