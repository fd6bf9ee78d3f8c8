import { fraction, microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import { describe, expect, it } from 'vitest'
import { type PastFill, simulateCopy } from './simulate.ts'

const HOUR = 3_600_000
const T0 = (1_800_000 * HOUR) / 3_600
const start = Math.floor(T0 / HOUR) * HOUR
const coins = (value: number) => size(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
const dollars = (value: number) => price(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
const usdc = (value: number) => microUsdc(BigInt(value) * 1_000_000n)
const candles = (prices: readonly number[]) =>
  prices.map((open, hour) => {
    const close = prices[hour + 1] ?? open
    return { time: start / 1_000 + hour * 3_600, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1e9 }
  })
const market = (prices: readonly number[], taker = 0n) => ({
  lot: coins(0.001),
  minNotional: notional(10n ** 25n),
  takerFee: fraction(taker),
  candles: candles(prices),
})
const limits = {
  perTrade: usdc(10_000),
  dailyLoss: usdc(10_000),
  totalLoss: usdc(10_000),
  maxMoveBps: 50,
  lateMs: 10_000,
  excluded: new Set<string>(),
}
const fill = (hour: number, amount: number, position: number, at: number): PastFill => ({
  symbol: 'SOL',
  size: coins(amount),
  price: dollars(at),
  isMaker: false,
  at: start + hour * HOUR,
  position: coins(position),
  cash: usdc(10_000),
})
const run = (fills: readonly PastFill[], prices: readonly number[], more: object = {}) =>
  simulateCopy({
    fills,
    markets: new Map([['SOL', market(prices)]]),
    allocation: usdc(1_000),
    limits,
    latencyMs: 0,
    until: start + 3 * HOUR,
    ...more,
  })

describe('a simulation of following', () => {
  it('brings the share of what the leader made where the book is deep and nothing is slow', () => {
    const { copied, result, slippage } = run([fill(0, 10, 10, 100), fill(2, -10, 0, 110)], [100, 105, 110, 110])
    // A tenth of 10 coins, bought at 100 and sold at 110.
    expect([copied, Number(result) / 1e6]).toEqual([2, expect.closeTo(10, 2)])
    expect(Math.abs(Number(slippage))).toBeLessThan(10_000)
  })

  it('pays fees, and what the price moved in the latency', () => {
    const fills = [fill(0, 10, 10, 100), fill(2, -10, 0, 110)]
    const costly = { markets: new Map([['SOL', market([100, 105, 110, 110], 10n ** 15n)]]) }
    const fees = run(fills, [], costly)
    expect(Number(fees.fees) / 1e6).toBeCloseTo(0.21, 3)
    // In six minutes the first candle rises by 0.5: the half of a percent that is allowed.
    const late = run(fills, [100, 105, 110, 110], { latencyMs: 5 * 60_000, limits: { ...limits, lateMs: HOUR } })
    expect(Number(late.result)).toBeLessThan(Number(run(fills, [100, 105, 110, 110]).result))
  })

  it('says why it did not follow: no price, too small, a position of before', () => {
    expect(run([fill(50, 10, 10, 100)], [100]).skipped).toEqual({ noPrice: 1 })
    expect(run([fill(0, 0.05, 0.05, 100)], [100]).skipped).toEqual({ belowMinNotional: 1 })
    expect(run([fill(0, 5, 15, 100)], [100]).copied).toBe(0)
  })

  it('has no result to show where there was nothing to follow', () => {
    expect(run([], [100])).toMatchObject({ copied: 0, curve: [] })
  })
})
