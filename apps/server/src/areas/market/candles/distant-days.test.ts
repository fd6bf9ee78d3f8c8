import { aggregateCandles, type Candle, candleOpen } from '@aerie/core/market/candle'
import { DAY_MS, epochMs, HOUR_MS } from '@aerie/core/time'
import { simSource } from '@aerie/market/sim/sim-source'
import { expect, it, vi } from 'vitest'
import { distantDays } from './distant-days.ts'

const NOW = epochMs(Date.UTC(2026, 6, 15, 10, 30))
const NEVER = new AbortController().signal
const clock = { now: () => NOW }

/** The hours that a server stores of a coin: 91 days, beginning within a day. */
async function storedHours(): Promise<Candle[]> {
  const from = epochMs(Math.floor((NOW - 90 * DAY_MS - HOUR_MS) / HOUR_MS) * HOUR_MS)
  return simSource({ seed: 'far', clock }).history({ symbol: 'ETH', interval: '1h', from, to: NOW })
}

it('generates two years of weeks for a fresh simulation, each the sum of its days, with no overlap', async () => {
  const hours = await storedHours()
  const distant = distantDays(simSource({ seed: 'far', clock }), NEVER)
  const weeks = await distant.extend({ symbol: 'ETH', interval: '1w', limit: 1000 }, aggregateCandles(hours, '1w'))
  const days = await distant.extend({ symbol: 'ETH', interval: '1d', limit: 1000 }, aggregateCandles(hours, '1d'))
  expect(weeks.length).toBe(104 + 13)
  expect(days.length).toBeGreaterThan(800)
  // Volumes summed in another order differ in the last digit.
  const rounded = (candles: readonly Candle[]) => candles.map((candle) => ({ ...candle, volume: Math.round(candle.volume) }))
  expect(rounded(aggregateCandles(days, '1w'))).toEqual(rounded(weeks))
  expect(new Set(weeks.map(({ time }) => candleOpen(time, '1w'))).size).toBe(weeks.length)
  expect(weeks.slice(1).every(({ time }, index) => time - (weeks[index]?.time ?? 0) === (7 * DAY_MS) / 1000)).toBe(true)
  // Each day opens near the previous close, so both halves are one market.
  expect(days.slice(1).every(({ open }, index) => Math.abs(open / (days[index]?.close ?? 0) - 1) < 0.05)).toBe(true)
})

it('generates a coin’s past once, and returns the newest of it or the first from a given day, up to the limit', async () => {
  const near = aggregateCandles(await storedHours(), '1d')
  const source = simSource({ seed: 'far', clock })
  const history = vi.spyOn(source, 'history')
  const distant = distantDays(source, NEVER)
  const query = { symbol: 'ETH', interval: '1d' } as const
  const [all, again] = await Promise.all([distant.extend({ ...query, limit: 1000 }, near), distant.extend({ ...query, limit: 1000 }, near)])
  expect(again).toEqual(all)
  expect(history).toHaveBeenCalledTimes(1)
  expect(await distant.extend({ ...query, limit: 300 }, near)).toEqual(all.slice(-300))
  const [from, to] = [all[10]?.time ?? 0, all[20]?.time ?? 0]
  expect(await distant.extend({ ...query, from, to, limit: 1000 }, [])).toEqual(all.slice(10, 20))
  expect(await distant.extend({ ...query, to, limit: 5 }, [])).toEqual(all.slice(15, 20))
  expect(await distant.extend({ ...query, limit: 30 }, near.slice(-30))).toEqual(near.slice(-30))
})

it('leaves the stored data unchanged when the market ends meanwhile', async () => {
  const near = aggregateCandles(await storedHours(), '1d')
  const over = new AbortController()
  const distant = distantDays(simSource({ seed: 'far', clock }), over.signal)
  const made = distant.extend({ symbol: 'ETH', interval: '1d', limit: 1000 }, near)
  over.abort()
  expect(await made).toEqual(near)
})
