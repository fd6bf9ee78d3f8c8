import { fraction, microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
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
  candles: { hour: candles(prices), minute: [] },
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
  money: usdc(10_000),
  open: new Map(position === 0 ? [] : [['SOL', { size: coins(position), cost: notional(coins(position) * dollars(at)) }]]),
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

describe('a simulated copy', () => {
  it("earns its share of the leader's profit when the book is deep and there is no latency", () => {
    const { copied, result, slippage } = run([fill(0, 10, 10, 100), fill(2, -10, 0, 110)], [100, 105, 110, 110])
    expect([copied, Number(result) / 1e6]).toEqual([2, expect.closeTo(10, 2)])
    expect(Math.abs(Number(slippage))).toBeLessThan(10_000)
  })

  it('pays fees, and the price move during the latency', () => {
    const fills = [fill(0, 10, 10, 100), fill(2, -10, 0, 110)]
    const costly = { markets: new Map([['SOL', market([100, 105, 110, 110], 10n ** 15n)]]) }
    const fees = run(fills, [], costly)
    expect(Number(fees.fees) / 1e6).toBeCloseTo(0.21, 3)
    // In six minutes the first candle rises by 0.5: the allowed half percent.
    const late = run(fills, [100, 105, 110, 110], { latencyMs: 5 * 60_000, limits: { ...limits, lateMs: HOUR } })
    expect(Number(late.result)).toBeLessThan(Number(run(fills, [100, 105, 110, 110]).result))
  })

  it('reports why it did not follow: no price, too small, a position opened before', () => {
    expect(run([fill(50, 10, 10, 100)], [100]).skipped).toEqual({ noPrice: 1 })
    expect(run([fill(0, 0.05, 0.05, 100)], [100]).skipped).toEqual({ belowMinNotional: 1 })
    expect(run([fill(0, 5, 15, 100)], [100]).copied).toBe(0)
  })

  it('closes everything in the first minute that reaches the total loss limit, and does not resume', () => {
    const prices = [100, 100, 80, 100, 110, 110]
    const fills = [fill(0, 10, 10, 100), fill(3, 10, 20, 100), fill(5, -20, 0, 110)]
    const strict = { limits: { ...limits, totalLoss: usdc(15) }, until: start + 5 * HOUR }
    const { result, copied, skipped, curve, fees } = run(fills, prices, strict)
    // One coin bought at 100 and sold at 85, on the line from 100 to 80: 45 minutes into the second hour.
    expect(Number(result) / 1e6).toBeCloseTo(-15, 1)
    expect([copied, skipped, fees]).toEqual([1, { totalLoss: 2 }, 0n])
    expect(curve.map(([at]) => (at - start) / HOUR)).toEqual([0, 1.75, 5])
    const costly = run(fills, [], { ...strict, markets: new Map([['SOL', market(prices, 10n ** 15n)]]) })
    expect(Number(costly.fees) / 1e6).toBeCloseTo(0.185, 2)
    expect(Number(costly.result) / 1e6).toBeLessThan(-15)
    expect(Number(costly.result) / 1e6).toBeGreaterThan(-15.6)
  })

  it('also closes at the end, and with half the spread when the candles have one', () => {
    const strict = { limits: { ...limits, totalLoss: usdc(15) }, until: start + 2 * HOUR }
    const { result, skipped } = run([fill(0, 10, 10, 100)], [100, 100, 80], strict)
    expect([Number(result) / 1e6, skipped]).toEqual([expect.closeTo(-15, 1), {}])
    const [wide] = [market([100, 100, 80])]
    const hour = wide.candles.hour.map((candle) => ({ ...candle, high: candle.high + 1, low: candle.low - 1 }))
    const spread = run([fill(0, 10, 10, 100)], [], { ...strict, markets: new Map([['SOL', { ...wide, candles: { hour, minute: [] } }]]) })
    expect(Number(spread.result)).toBeLessThan(Number(result) - 10_000)
  })

  it('closes before a leader trade that arrives as the limit is reached', () => {
    const prices = [100, 80, 80, 100]
    const strict = { limits: { ...limits, totalLoss: usdc(20) } }
    const { result, copied, skipped } = run([fill(0, 10, 10, 100), fill(1, -10, 0, 80), fill(2, 10, 10, 80)], prices, strict)
    expect([copied, skipped, Number(result) / 1e6]).toEqual([1, { totalLoss: 2 }, expect.closeTo(-20.24, 1)])
  })

  it('has no result when there was nothing to follow', () => {
    expect(run([], [100])).toMatchObject({ copied: 0, curve: [] })
  })
})

const walk = (closes: readonly number[]) => {
  const minute = closes.slice(0, -1).map((open, index) => {
    const close = closes[index + 1] ?? open
    return { time: start / 1_000 + index * 60, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1e9 }
  })
  const hour = minute.flatMap(({ time, open }, index) => {
    const close = minute[index + 59]?.close
    return index % 60 === 0 && close !== undefined ? [{ time, open, high: open, low: close, close, volume: 1e9 }] : []
  })
  return { minute, hour }
}
const MINUTES = 240
const LOT = 0.001
const bruteAt = (closes: readonly number[], at: number): number => {
  for (let index = 0; index < closes.length - 1; index += 1) {
    const [from, open, close] = [start + index * 60_000, closes[index] ?? 0, closes[index + 1] ?? 0]
    if (at >= from && at < from + 60_000) return open + ((close - open) * (at - from)) / 60_000
  }
  throw new Error('no minute of that time')
}

type Move = { readonly minute: number; readonly second: number; readonly coin: 0 | 1; readonly to: number }
const moves = fc
  .uniqueArray(
    fc.record({
      minute: fc.integer({ min: 1, max: MINUTES - 5 }),
      second: fc.integer({ min: 0, max: 59 }),
      coin: fc.constantFrom<0 | 1>(0, 1),
      to: fc.integer({ min: -8, max: 8 }),
    }),
    { selector: ({ minute, second }) => minute * 60 + second, maxLength: 20 },
  )
  .map((all) => all.toSorted((a, b) => a.minute * 60 + a.second - (b.minute * 60 + b.second)))
const steps = fc.array(fc.integer({ min: -8, max: 8 }), { minLength: MINUTES, maxLength: MINUTES })
const LATENCY_MS = 1_500
const ALLOCATION = 2_000
const COINS = ['SOL', 'ETH'] as const

function brute(given: readonly Move[], paths: readonly (readonly number[])[]) {
  const [held, cost, part, scale] = [
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
  ]
  let [leaders, followers] = [10_000, 0]
  const fills: PastFill[] = []
  for (const { minute, second, coin, to } of given) {
    const at = start + (minute * 60 + second) * 1_000
    const path = paths[coin] ?? []
    const rate = Math.round(bruteAt(path, at) * 1_000) / 1_000
    const [before, amount] = [held[coin] ?? 0, to - (held[coin] ?? 0)]
    if (amount === 0) continue
    leaders -= amount * rate
    held[coin] = to
    cost[coin] = to * rate
    const worth = held.reduce((sum, one, index) => sum + one * (Math.round(bruteAt(paths[index] ?? [], at) * 1e6) / 1e6), leaders)
    if (to !== 0 && (before === 0 || before < 0 !== to < 0)) scale[coin] = worth
    const target = Math.trunc((to * ALLOCATION) / (scale[coin] ?? 1) / LOT + Math.sign(to) * 1e-9) * LOT
    const paid = rate * (bruteAt(path, at + LATENCY_MS) / bruteAt(path, at))
    followers -= (target - (part[coin] ?? 0)) * paid
    part[coin] = target
    const open = new Map(
      COINS.flatMap((symbol, index) => {
        const size = coins(held[index] ?? 0)
        return size === 0n ? [] : [[symbol, { size, cost: notional(size * dollars((cost[index] ?? 0) / (held[index] ?? 1))) }] as const]
      }),
    )
    // `leaders` is reduced by the full cost of open positions; adding it back gives the cash of a margin account.
    const money = microUsdc(BigInt(Math.round((leaders + cost.reduce((sum, one) => sum + one, 0)) * 1e6)))
    fills.push({ symbol: COINS[coin], size: coins(amount), price: dollars(rate), isMaker: false, at, position: coins(to), money, open })
  }
  const end = start + (MINUTES - 3) * 60_000
  const result = part.reduce((sum, one, index) => sum + one * bruteAt(paths[index] ?? [], end), followers)
  return { fills, result, until: end }
}

it('matches a minute-by-minute reference: equity with open positions, prices after latency, whole lots', () => {
  const agrees = fc.property(moves, steps, steps, (given, first, second) => {
    const pathOf = (changes: readonly number[]) => {
      const path = [100]
      for (const change of changes) path.push((path.at(-1) ?? 0) * (1 + change / 400))
      return path
    }
    const paths = [pathOf(first), pathOf(second)]
    const { fills, result, until } = brute(given, paths)
    const rules = { lot: coins(LOT), minNotional: notional(0n), takerFee: fraction(0n) }
    const wide = { ...limits, perTrade: usdc(1_000_000), dailyLoss: usdc(1_000_000), totalLoss: usdc(1_000_000), maxMoveBps: 10_000 }
    const simulated = simulateCopy({
      fills,
      markets: new Map(COINS.map((symbol, index) => [symbol, { ...rules, candles: walk(paths[index] ?? []) }])),
      allocation: usdc(ALLOCATION),
      limits: wide,
      latencyMs: LATENCY_MS,
      until,
    })
    expect(simulated.byMinutes).toBe(simulated.copied)
    expect(Number(simulated.result) / 1e6).toBeCloseTo(result, 1)
  })
  fc.assert(agrees, { numRuns: 200 })
})

it('reports how many of its prices come from minute candles', () => {
  const closes = Array.from({ length: MINUTES + 1 }, (_, index) => 100 + index / 100)
  const candles = walk(closes)
  const both = { ...market([]), candles: { ...candles, minute: candles.minute.slice(60) } }
  const fills = [fill(0.5, 10, 10, 100.3), fill(2, -10, 0, 101.2)]
  const { copied, byMinutes } = run(fills, [], { markets: new Map([['SOL', both]]) })
  expect([copied, byMinutes]).toEqual([2, 1])
})
