import { defined } from '@aerie/core/defined'
import { findIndicator } from '@aerie/core/indicators/catalogue'
import { updateRows } from '@aerie/core/indicators/indicator'
import { itemAt } from '@aerie/core/item-at'
import { expect, it } from 'vitest'
import { type Bar, barsOf } from '../bars/bars.ts'
import { BARS_AT_ONCE, onRowsComputed, RECENT_BARS, rowsFor } from './indicator-rows.ts'

const MA = defined(findIndicator('MA'))
const EMA = defined(findIndicator('EMA'))
const bars = (...closes: ReadonlyArray<readonly [hour: number, close: number]>): Bar[] =>
  barsOf(
    closes.map(([hour, close]) => [hour * 3600, close, close, close, close, 1]),
    '1h',
  )

it('has a row for every bar: empty in a gap, continued after it from the candle before', () => {
  expect(rowsFor(MA, { calcParams: [2] }, bars([1, 10], [2, 20], [4, 40]))).toEqual([{}, { ma1: 15 }, {}, { ma1: 30 }])
})

it('recomputes on a tick and a late correction, and starts over with other parameters or another list', () => {
  const list = bars([1, 10], [2, 20], [3, 30])
  const instance = { calcParams: [2] }
  rowsFor(MA, instance, list)
  list[1] = { ...itemAt(list, 1), close: 26 }
  list.push({ ...itemAt(list, 2), timestamp: itemAt(list, 2).timestamp + 3_600_000, close: 40 })
  expect(rowsFor(MA, instance, list)).toEqual([{}, { ma1: 18 }, { ma1: 28 }, { ma1: 35 }])
  instance.calcParams = [4]
  expect(rowsFor(MA, instance, list).at(-1)).toEqual({ ma1: 26.5 })
  expect(rowsFor(MA, instance, bars([1, 8])).length).toBe(1)
})

const many = (count: number, from = 0): Bar[] => bars(...Array.from({ length: count }, (_, i) => [from + i + 1, (from + i) % 97] as const))
const computed = (list: readonly Bar[]) =>
  new Promise<void>((resolve) => {
    const stop = onRowsComputed((done) => {
      if (done !== list) return
      stop()
      resolve()
    })
  })

it('updates only the last bars on a tick, whatever the length', async () => {
  const list = many(BARS_AT_ONCE + 1000)
  const instance = { calcParams: [2] }
  let steps = 0
  const counted = {
    ...MA,
    step: (input: Parameters<typeof MA.step>[0]) => {
      steps += 1
      return MA.step(input)
    },
  }
  const done = computed(list)
  rowsFor(counted, instance, list)
  expect(steps).toBe(BARS_AT_ONCE)
  await done
  expect(steps).toBe(list.length)
  steps = 0
  rowsFor(counted, instance, list)
  expect(steps).toBe(RECENT_BARS)
})

it('computes a long history in slices, with ticks in between, to the same rows as in one pass', async () => {
  const list = many(3 * BARS_AT_ONCE)
  const [ema, ma] = [{ calcParams: [12] }, { calcParams: [2] }]
  const done = computed(list)
  const rows = rowsFor(EMA, ema, list)
  rowsFor(MA, ma, list)
  expect([rows.length, rows[BARS_AT_ONCE - 1]?.ema1 === undefined, rows.at(-1)]).toEqual([list.length, false, {}])
  list[list.length - 1] = { ...itemAt(list, -1), close: 500 }
  list.push({ ...itemAt(list, -1), timestamp: itemAt(list, -1).timestamp + 3_600_000, close: 400 })
  expect(rowsFor(EMA, ema, list)).toBe(rows)
  expect(rows).toHaveLength(list.length)
  await done
  const atOnce = updateRows(EMA, { candles: list.map((bar) => ({ ...bar, time: 0, volume: 1 })), parameters: [12] }, [], 0)
  expect(rows).toEqual(atOnce)
})

it('keeps the visible rows when older bars are prepended, until recomputed from the new start', async () => {
  const list = many(BARS_AT_ONCE, 5000)
  const instance = { calcParams: [50] }
  const before = [...rowsFor(EMA, instance, list)]
  const longer = [...many(5000), ...list]
  const done = computed(longer)
  const rows = rowsFor(EMA, instance, longer)
  expect(rows.slice(5000)).toEqual(before)
  await done
  expect(rows[5000]?.ema1).toBeGreaterThan(0)
  expect(before[0]?.ema1).toBeUndefined()
})
