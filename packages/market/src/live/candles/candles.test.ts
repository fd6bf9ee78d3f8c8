import type { Candle } from '@aerie/core/market/candle'
import { epochMs } from '@aerie/core/time'
import { describe, expect, it } from 'vitest'
import { CandleGate } from './candle-gate.ts'
import { MatchCandles } from './match-candles.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('candles', () => {
  const minute = (time: number, close = 10): Candle => ({ time, open: 10, high: 20, low: 5, close, volume: 1 })
  const open = T0 / 1000
  it('pass once, and never touch a newer one', () => {
    const gate = new CandleGate()
    const accept = (candle: Candle, saidAt: number) =>
      gate.accept({ symbol: 'BTC', interval: '1m', candle }, saidAt, epochMs(T0 + 3_600_000))
    expect(accept(minute(open + 60), 100)).toBe(true)
    expect(accept(minute(open + 60), 200)).toBe(false)
    expect(accept(minute(open), 300)).toBe(true)
    expect(gate.due('BTC', '1m')).toBe(open + 120)
    expect(accept(minute(open, 11), 200)).toBe(false)
    expect(accept(minute(open, 12), 400)).toBe(true)
  })
  it.each([
    ['off the grid', minute(open + 1)],
    ['not closed', minute(open + 3_600)],
    ['with a high below its close', { ...minute(open), high: 9 }],
    ['with a price of zero', { ...minute(open), low: 0 }],
  ])('are not believed when %s', (_what, candle) => {
    expect(new CandleGate().accept({ symbol: 'BTC', interval: '1m', candle }, 1, epochMs(T0 + 3_600_000))).toBe(false)
  })

  it('made of trades are whole only when every trade was heard', () => {
    const minutes = new MatchCandles()
    const trade = (id: number, seconds: number, price = 10) => ({ id, price, size: 1, time: T0 + seconds * 1000 })
    minutes.lastBefore(1)
    minutes.add(trade(2, 1, 10))
    minutes.add(trade(3, 50, 12))
    minutes.add(trade(3, 50, 12))
    minutes.add(trade(4, 61, 11))
    expect(minutes.close(open + 60)).toEqual({
      whole: [{ time: open, open: 10, high: 12, low: 10, close: 12, volume: 2 }],
      missingFrom: undefined,
    })
    minutes.add(trade(6, 62))
    expect(minutes.close(open + 120)).toEqual({ whole: [], missingFrom: open + 60 })
    minutes.suspect(7, T0 + 150_000)
    expect(minutes.close(open + 180)).toEqual({ whole: [], missingFrom: open + 120 })
  })
})
