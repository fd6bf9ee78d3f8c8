import { findIndicator } from '@aerie/core/indicators/catalogue'
import { expect, it } from 'vitest'
import { type Bar, barsOf } from './bars.ts'
import { rowsFor } from './indicator-bridge.ts'

const MA = findIndicator('MA')!
const bars = (...closes: ReadonlyArray<readonly [hour: number, close: number]>): Bar[] =>
  barsOf(
    closes.map(([hour, close]) => [hour * 3600, close, close, close, close, 1]),
    '1h',
  )

it('has a row for every bar: nothing in a gap, and the candle after it goes on from the one before', () => {
  expect(rowsFor(MA, { calcParams: [2] }, bars([1, 10], [2, 20], [4, 40]))).toEqual([{}, { ma1: 15 }, {}, { ma1: 30 }])
})

it('computes a tick and a late correction again, and begins anew with other parameters or another list', () => {
  const list = bars([1, 10], [2, 20], [3, 30])
  const instance = { calcParams: [2] }
  rowsFor(MA, instance, list)
  list[1] = { ...list[1]!, close: 26 }
  list.push({ ...list[2]!, timestamp: list[2]!.timestamp + 3_600_000, close: 40 })
  expect(rowsFor(MA, instance, list)).toEqual([{}, { ma1: 18 }, { ma1: 28 }, { ma1: 35 }])
  instance.calcParams = [4]
  expect(rowsFor(MA, instance, list).at(-1)).toEqual({ ma1: 26.5 })
  expect(rowsFor(MA, instance, bars([1, 8])).length).toBe(1)
})

it('touches only the last bars at a tick, whatever the length', () => {
  const list = bars(...Array.from({ length: 5000 }, (_, i) => [i + 1, i] as const))
  const instance = { calcParams: [2] }
  let steps = 0
  const counted = {
    ...MA,
    step: (input: Parameters<typeof MA.step>[0]) => {
      steps += 1
      return MA.step(input)
    },
  }
  rowsFor(counted, instance, list)
  steps = 0
  rowsFor(counted, instance, list)
  expect(steps).toBeLessThanOrEqual(8)
})
