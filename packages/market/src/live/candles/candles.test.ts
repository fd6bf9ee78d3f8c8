import type { Candle } from '@aerie/core/market/candle'
import { epochMs } from '@aerie/core/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { CandleGate } from './candle-refill.ts'
import { MatchCandles } from './match-candles.ts'

const T0 = Date.UTC(2026, 2, 1, 12, 0, 0)

describe('candles', () => {
  const minute = (time: number, close = 10): Candle => ({ time, open: 10, high: 20, low: 5, close, volume: 1 })
  const open = T0 / 1000
  it('pass once, and never replace a newer one', () => {
    const gate = new CandleGate()
    const accept = (candle: Candle, sentAt: number) =>
      gate.accept({ symbol: 'BTC', interval: '1m', candle }, sentAt, epochMs(T0 + 3_600_000))
    expect(accept(minute(open + 60), 100)).toBe(true)
    expect(accept(minute(open + 60), 200)).toBe(false)
    expect(accept(minute(open), 300)).toBe(true)
    expect(gate.due('BTC', '1m')).toBe(open + 120)
    expect(accept(minute(open, 11), 200)).toBe(false)
    expect(accept(minute(open, 12), 400)).toBe(true)
  })
  it('pass however old they are, when they were requested after newer ones had arrived', () => {
    const gate = new CandleGate()
    const accept = (time: number) => gate.accept({ symbol: 'BTC', interval: '1m', candle: minute(time) }, T0, epochMs(T0))
    expect(accept(open - 60)).toBe(true)
    expect([600, 181, 180, 2].map((ago) => accept(open - ago * 60))).toEqual([true, true, true, true])
    expect(gate.due('BTC', '1m')).toBe(open)
  })

  it('pass again with other figures after a jump of the venue’s clock, whatever their time by the old clock', () => {
    const gate = new CandleGate()
    const accept = (close: number, sentAt: number) =>
      gate.accept({ symbol: 'BTC', interval: '1m', candle: minute(open - 60, close) }, sentAt, epochMs(T0))
    accept(10, T0)
    expect(accept(11, T0 - 3_600_000)).toBe(false)
    gate.restart()
    expect([accept(10, T0 - 3_600_000), accept(11, T0 - 3_600_000)]).toEqual([false, true])
  })

  it.each([
    ['off the grid', minute(open + 1)],
    ['not closed', minute(open + 3_600)],
    ['with a high below its close', { ...minute(open), high: 9 }],
    ['with a price of zero', { ...minute(open), low: 0 }],
  ])('are rejected when %s', (_what, candle) => {
    expect(new CandleGate().accept({ symbol: 'BTC', interval: '1m', candle }, 1, epochMs(T0 + 3_600_000))).toBe(false)
  })

  it('built from trades are complete only when every trade was received', () => {
    const minutes = new MatchCandles()
    const trade = (id: number, seconds: number, price = 10) => ({ id, price, size: 1, time: T0 + seconds * 1000 })
    minutes.lastBefore(trade(1, -5))
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
    // The missing trade may also belong to the minute of the newest received one.
    expect(minutes.close(open + 180)).toEqual({ whole: [], missingFrom: open + 60 })
  })

  describe('built from trades', () => {
    const trade = (id: number, seconds: number, price = 10) => ({ id, price, size: 1, time: T0 + seconds * 1000 })
    let minutes: MatchCandles
    beforeEach(() => {
      minutes = new MatchCandles()
      minutes.lastBefore(trade(1, -5))
      minutes.add(trade(2, 1))
    })

    it('are incomplete in the minute of a reconnection, whether or not it has closed by then', () => {
      minutes.begin(T0 + 30_000)
      minutes.begin(T0 + 150_000)
      minutes.add(trade(3, 155))
      expect(minutes.close(open + 120)).toEqual({ whole: [], missingFrom: open })
      expect(minutes.close(open + 180)).toEqual({ whole: [], missingFrom: open + 120 })
      minutes.add(trade(4, 185))
      expect(minutes.close(open + 240).missingFrom).toBeUndefined()
    })

    it('are incomplete when the last trade before a subscription is not the last one received', () => {
      minutes.lastBefore(trade(9, 70))
      minutes.add(trade(10, 130))
      expect(minutes.close(open + 180)).toMatchObject({ whole: [{ time: open + 120 }], missingFrom: open })
    })

    it.each([
      ['a trade', () => minutes.add(trade(9e15, 20))],
      ['the last trade before a subscription', () => minutes.lastBefore(trade(9e15, 20))],
      ['the trade that the venue names as its newest', () => minutes.suspect(9e15, T0 + 20_000)],
    ])('are incomplete in the minute of an absurd number of %s, and complete after it', (_what, happen) => {
      happen()
      for (const [id, seconds] of [
        [3, 50],
        [4, 70],
        [5, 140],
      ] as const)
        minutes.add(trade(id, seconds))
      expect([minutes.hasReceived(5), minutes.hasReceived(6)]).toEqual([true, false])
      expect(minutes.close(open + 60)).toEqual({ whole: [], missingFrom: open })
      expect(minutes.close(open + 180).whole.map(({ time }) => time)).toEqual([open + 60, open + 120])
      minutes.suspect(5, T0 + 150_000)
      expect(minutes.close(open + 240).missingFrom).toBeUndefined()
    })

    it('do not count as received when the only number received is absurd', () => {
      minutes.lastBefore(trade(9e15, 20))
      expect(minutes.hasReceived(3)).toBe(false)
      minutes.suspect(3, T0 + 70_000)
      expect(minutes.close(open + 120).missingFrom).toBe(open)
    })

    it('are requested on both sides of a trade with a late timestamp', () => {
      minutes.add(trade(3, 62))
      minutes.add(trade(4, 59))
      minutes.add(trade(5, 70))
      minutes.add(trade(6, 121))
      expect(minutes.close(open + 180)).toMatchObject({ whole: [{ time: open + 120 }], missingFrom: open })
    })

    it('are requested from the earlier side of a backward clock jump onwards', () => {
      minutes.restart(T0 - 3_600_000)
      expect(minutes.close(open - 3_540)).toEqual({ whole: [], missingFrom: open - 3_600 })
    })
  })
})
