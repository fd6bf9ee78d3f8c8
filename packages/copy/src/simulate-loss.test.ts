import type { Candle } from '@aerie/core/market/candle'
import { microUsdc, notional, size } from '@aerie/core/numbers/units'
import { HOUR_MS, MINUTE_MS } from '@aerie/core/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CopyHolding, copyResult, emptyHolding } from './copy-parts.ts'
import type { PastCandles } from './simulate.ts'
import { firstLoss, marksIn, type Watched } from './simulate.ts'

const START = 500_000 * HOUR_MS
const HOURS = 6
const UNIT = 10n ** 12n

const candle = (time: number, prices: readonly number[]): Candle => {
  const [open, close] = [prices[0] ?? 0, prices.at(-1) ?? 0]
  return { time, open, close, high: Math.max(...prices), low: Math.min(...prices), volume: 1 }
}

function candlesOf(
  steps: readonly number[],
  isStored: { readonly minute: readonly boolean[]; readonly hour: readonly boolean[] },
): PastCandles {
  const path = [100]
  for (const step of steps) path.push((path.at(-1) ?? 0) * (1 + step / 100))
  const series = (seconds: number, minutes: number, stored: readonly boolean[]) =>
    stored.flatMap((isThere, index) =>
      isThere ? [candle(START / 1_000 + index * seconds, path.slice(index * minutes, (index + 1) * minutes + 1))] : [],
    )
  return { minute: series(60, 1, isStored.minute), hour: series(3_600, 60, isStored.hour) }
}

function holdingOf(parts: readonly (readonly [symbol: string, coins: number])[]): CopyHolding {
  const holding = emptyHolding()
  for (const [symbol, coins] of parts) {
    const held = size(BigInt(coins) * UNIT)
    holding.parts.set(symbol, { size: held, cost: notional(held * 100n * UNIT), leftAt: undefined })
  }
  return holding
}

function everyMinute({ holding, candlesOf, limit, from, to }: Watched): number | undefined {
  const instants = [from]
  for (let at = START; at < to; at += MINUTE_MS) if (at > from) instants.push(at)
  return [...instants, to].find((at) => {
    const result = copyResult(holding, marksIn(candlesOf, at))
    return result !== undefined && -result >= limit
  })
}

const MINUTES = HOURS * 60
const flags = (count: number) => fc.array(fc.boolean(), { minLength: count, maxLength: count })
const coin = fc
  .record({
    steps: fc.array(fc.double({ min: -0.4, max: 0.4, noNaN: true }), { minLength: MINUTES, maxLength: MINUTES }),
    minute: fc.oneof(fc.constant<boolean[]>([]), flags(MINUTES)),
    hour: flags(HOURS),
  })
  .map(({ steps, ...stored }) => candlesOf(steps, stored))
const limits = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 40 }))
const instant = fc.integer({ min: 0, max: HOURS * HOUR_MS - 1 }).map((ms) => START + ms)

it('finds the same loss as a check of every minute, whatever candles are missing', () => {
  let found = 0
  const agrees = fc.property(
    fc.tuple(coin, coin),
    fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
    fc.tuple(instant, instant),
    limits,
    ([first, second], [a, b], [one, other], limit) => {
      const markets = new Map([
        ['SOL', first],
        ['ETH', second],
      ])
      const watched = {
        holding: holdingOf([
          ['SOL', a],
          ['ETH', b],
        ]),
        candlesOf: (symbol: string) => markets.get(symbol),
        limit: microUsdc(BigInt(limit) * 1_000_000n),
        from: Math.min(one, other),
        to: Math.max(one, other),
      }
      const expected = everyMinute(watched)
      if (expected !== undefined) found += 1
      expect(firstLoss(watched)).toBe(expected)
    },
  )
  fc.assert(agrees, { numRuns: 300 })
  expect(found).toBeGreaterThan(30)
})

it('finds nothing while a price is unknown', () => {
  const hour = [candle(START / 1_000, [100, 1])]
  const watched = { holding: holdingOf([['SOL', 1]]), limit: microUsdc(1n), from: START, to: START + HOUR_MS - 1 }
  expect(firstLoss({ ...watched, candlesOf: () => undefined })).toBeUndefined()
  expect(firstLoss({ ...watched, candlesOf: () => ({ hour, minute: [] }) })).toBe(START + MINUTE_MS)
})
