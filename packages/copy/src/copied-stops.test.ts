import { price, type Size, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CopiedStop, cutStops } from './copied-stops.ts'

const coins = (value: number) => size(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
const stop = (trigger: number, amount: number, side: CopiedStop['side'] = 'sell'): CopiedStop => ({
  trigger: price(BigInt(trigger) * 10n ** 12n),
  triggerBy: 'mark',
  side,
  size: coins(amount),
})
const sizes = (stops: readonly CopiedStop[]): Size[] => stops.map(({ size: amount }) => amount)

describe('active copied stops', () => {
  it('stay unchanged while the position is large enough', () => {
    const stops = [stop(95, 0.5), stop(90, 0.5)]
    expect([cutStops(stops, coins(1)), cutStops(stops, coins(3))]).toEqual([stops, stops])
  })

  it('shrink with the position, the last first, and none remains for an opposite or empty position', () => {
    const stops = [stop(95, 0.5), stop(90, 0.5)]
    expect(sizes(cutStops(stops, coins(0.7)))).toEqual([coins(0.5), coins(0.2)])
    expect(sizes(cutStops(stops, coins(0.3)))).toEqual([coins(0.3)])
    expect([cutStops(stops, coins(0)), cutStops(stops, coins(-1))]).toEqual([[], []])
    expect(sizes(cutStops([stop(105, 1, 'buy')], coins(-0.4)))).toEqual([coins(0.4)])
  })

  it('never close more than the position in total', () => {
    const parts = fc.integer({ min: -5_000, max: 5_000 }).map((value) => coins(value / 1_000))
    const amounts = fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 5 })
    fc.assert(
      fc.property(parts, amounts, (part, given) => {
        const stops = given.map((value) => stop(95, value / 1_000, part > 0n ? 'sell' : 'buy'))
        const sum = sizes(cutStops(stops, part)).reduce((all, one) => all + one, 0n)
        const before = sizes(stops).reduce((all, one) => all + one, 0n)
        const held = part < 0n ? -part : part
        expect(sum).toBe(before < held ? before : held)
      }),
    )
  })
})
