import type { Candle } from '@aerie/core/market/candle'
import { describe, expect, it } from 'vitest'
import { backtest } from './backtest.ts'

const HOUR_MS = 3_600_000
const candles = (rows: readonly (readonly [open: number, high: number, low: number, close: number, volume?: number])[]): Candle[] =>
  rows.map(([open, high, low, close, volume = 1], index) => ({ time: index * 3_600, open, high, low, close, volume }))

const every = { kind: 'price', symbol: 'X', direction: 'above', level: 100, repeat: 'every' } as const

describe('a back-test', () => {
  it('counts what the candles prove, and lists the times', () => {
    const result = backtest(
      every,
      candles([
        [98, 99, 97, 98],
        [98, 101, 98, 101],
        [101, 101, 98, 99],
        [99, 102, 99, 101],
      ]),
      HOUR_MS,
    )
    expect(result).toEqual({ fired: [2, 2], times: [HOUR_MS, 3 * HOUR_MS] })
  })

  it('returns a range when a candle may have fired twice', () => {
    const result = backtest(
      every,
      candles([
        [98, 99, 97, 98],
        [99, 101, 98, 101],
      ]),
      HOUR_MS,
    )
    expect(result).toEqual({ fired: [1, 2], times: [HOUR_MS] })
  })

  it('evaluates changes and volumes, and skips alerts that candles cannot decide', () => {
    const calm = Array.from({ length: 5 }, () => [100, 100, 100, 100, 10] as const)
    const change = { kind: 'change', symbol: 'X', direction: 'below', percent: 10, window_s: 7_200 } as const
    expect(backtest(change, candles([...calm, [100, 100, 89, 95, 10]]), HOUR_MS)?.fired).toEqual([1, 1])
    const volume = { kind: 'volume', symbol: 'X', ratio: 4, window_s: 3_600 } as const
    expect(backtest(volume, candles([...calm, [100, 100, 100, 100, 41]]), HOUR_MS)?.fired).toEqual([1, 1])
    expect(backtest({ kind: 'unlock' }, [], HOUR_MS)).toBeUndefined()
  })
})
