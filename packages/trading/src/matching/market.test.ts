import { DECIMALS, decimalText, FRACTION_ONE, price } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSample, averageOf, computeMark, decay, type MarkMemory, type MovingAverage, medianPrice } from './market.ts'

const dollars = (value: number) => price(BigInt(Math.round(value * 1e6)) * 1_000_000n)
const number = (value: bigint | undefined): number => Number(decimalText(value ?? -1n, DECIMALS.price))

describe('decay', () => {
  it('is e^(−t/τ)', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000 }), (elapsed) => {
        expect(Number(decay(elapsed, 150_000)) / 1e18).toBeCloseTo(Math.exp(-elapsed / 150_000), 14)
      }),
    ))
  it('is 1 initially and 0 after a very long time', () => expect([decay(0, 1), decay(1e12, 1_000)]).toEqual([FRACTION_ONE, 0n]))
})

describe('the moving average', () => {
  it('weights each sample by its time and decays with its time constant', () => {
    const samples = [10, 20, 40] as const
    let average: MovingAverage | undefined
    for (const [index, value] of samples.entries()) average = addSample(average, dollars(value), index * 75_000, 150_000)
    const fade = Math.exp(-0.5)
    expect(number(average && averageOf(average))).toBeCloseTo((20 * fade + 40) / (fade + 1), 9)
  })
})

describe('the mark price', () => {
  const book = { bid: dollars(99), ask: dollars(101) }
  const markOf = (last: number | undefined, oracle: number | undefined, memory: MarkMemory = {}, at = 0) =>
    computeMark(
      memory,
      { ...book, last: last === undefined ? undefined : dollars(last), oracle: oracle === undefined ? undefined : dollars(oracle) },
      at,
    )

  it('without an oracle is the median of bid, ask and last trade', () =>
    expect([number(markOf(undefined, undefined).mark), number(markOf(100.4, undefined).mark), number(markOf(50, undefined).mark)]).toEqual([
      100, 100.4, 99,
    ]))
  it('is not moved by a single trade', () => {
    const calm = markOf(100, 100)
    expect(number(markOf(1, 100, calm.memory, 1_000).mark)).toBeGreaterThan(98.9)
  })
  it('is unknown without market data', () =>
    expect(computeMark({}, { bid: undefined, ask: undefined, last: undefined, oracle: dollars(1) }, 0).mark).toBeUndefined())
  it('is the median of any list', () =>
    expect([number(medianPrice([dollars(3), dollars(1), dollars(2)])), medianPrice([])]).toEqual([2, undefined]))
})
