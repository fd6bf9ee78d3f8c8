import fc from 'fast-check'
import { expect, it } from 'vitest'
import { candleAt } from '../../../../test/scripted-source.ts'
import { CandleRing } from './candle-ring.ts'

it('keeps the newest of all received candles, in order, each time once and with its last value', () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 2, max: 99 })), { maxLength: 80 })
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 1, max: 12 }), (entries, capacity) => {
      const ring = new CandleRing(capacity)
      const kept = new Map<number, number>()
      for (const [time, close] of entries) {
        ring.set(candleAt(time, close))
        kept.set(time, close)
        for (const old of [...kept.keys()].sort((a, b) => b - a).slice(capacity)) kept.delete(old)
      }
      const expected = [...kept].sort(([a], [b]) => a - b).map(([time, close]) => candleAt(time, close))
      expect(ring.slice(0, ring.length())).toEqual(expected)
    }),
  )
})

it('merges a long list as if it received one candle after the other', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 }),
      (a, b) => {
        const [one, other] = [new CandleRing(20), new CandleRing(20)]
        const candles = (times: number[], close: number) => times.sort((x, y) => x - y).map((time) => candleAt(time, close))
        for (const ring of [one, other]) ring.merge(candles(a, 5))
        one.merge(candles(b, 7))
        for (const candle of candles(b, 7)) other.set(candle)
        expect(one.slice(0, one.length())).toEqual(other.slice(0, other.length()))
      },
    ),
  )
})

it('reports how far back it can answer on its own', () => {
  const ring = new CandleRing(3)
  expect(ring.completeFrom()).toBe(Number.POSITIVE_INFINITY)
  ring.merge([candleAt(60, 5), candleAt(120, 5)])
  ring.declareRead('all')
  expect(ring.completeFrom()).toBe(Number.NEGATIVE_INFINITY)
  ring.set(candleAt(180, 5))
  ring.set(candleAt(240, 5))
  expect(ring.completeFrom()).toBe(120)
})
