import { defined } from '@aerie/core/defined'
import { itemAt } from '@aerie/core/item-at'
import type { CandleTuple } from '@aerie/wire/market/market'
import { expect, it } from 'vitest'
import { barsFromTick, barsOf, isGap, underPrice } from './bars.ts'

const HOUR = 3600
const at = (hour: number, close = 10): CandleTuple => [hour * HOUR, 9, 12, 8, close, 5]
const hours = (bars: ReadonlyArray<{ timestamp: number }>) => bars.map(({ timestamp }) => timestamp / 3_600_000)

it('leaves a gap without prices where candles are missing', () => {
  const bars = barsOf([at(1), at(2), at(5)], '1h')
  expect(hours(bars)).toEqual([1, 2, 3, 4, 5])
  expect(bars.map(isGap)).toEqual([false, false, true, true, false])
  expect([itemAt(bars, 2).close, itemAt(bars, 2).volume]).toEqual([Number.NaN, undefined])
})

it('prepends an older page, including gaps, without duplicates', () => {
  expect(hours(barsOf([at(1), at(1), at(2), at(5)], '1h', 5 * 3_600_000))).toEqual([1, 2, 3, 4])
})

it('draws a very long gap narrower, next to the bar that follows it', () => {
  const bars = barsOf([at(1), at(2000)], '1h')
  expect(bars).toHaveLength(502)
  expect(hours(bars.slice(1, 2))).toEqual([1500])
})

it('updates the forming candle with a price, and keeps its volume', () => {
  const [last] = barsOf([at(1)], '1h')
  expect(barsFromTick(defined(last), 13, 1.5 * 3_600_000, '1h')).toEqual([{ ...last, high: 13, close: 13 }])
})

it('starts a candle with unknown volume after the gap', () => {
  const [last] = barsOf([at(1)], '1h')
  const bars = barsFromTick(defined(last), 13, 3.2 * 3_600_000, '1h')
  expect(hours(bars)).toEqual([2, 3])
  expect(bars[1]).toEqual({ timestamp: 3 * 3_600_000, open: 13, high: 13, low: 13, close: 13 })
})

it('drops a price older than the newest candle', () => expect(barsFromTick(itemAt(barsOf([at(1)], '1h'), 0), 13, 1000, '1h')).toEqual([]))

it('applies the candle as fetched, and the newer price on top', () => {
  const [read] = barsOf([at(1)], '1h')
  expect(underPrice(defined(read), 13)).toEqual({ ...read, high: 13, close: 13 })
  expect(underPrice(defined(read), null)).toBe(read)
})
