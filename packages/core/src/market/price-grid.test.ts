import { expect, it } from 'vitest'
import { DECIMALS, type Price, parseDecimal, price, priceText } from '../numbers/units.ts'
import { nearestTick, stepTicks, tickDecimals } from './price-grid.ts'

const at = (text: string): Price => {
  const parsed = parseDecimal(text, DECIMALS.price)
  if (!parsed.ok) throw new Error(parsed.fault)
  return price(parsed.value)
}
const near = (drawn: number, tick: string): string | null => {
  const found = nearestTick(drawn, at(tick))
  return found === null ? null : priceText(found)
}

it('finds the tick nearest to the drawn price', () => {
  expect([near(64123.4567, '0.1'), near(0.000008931, '0.00000001'), near(0.02, '0.1')]).toEqual(['64123.5', '0.00000893', '0.1'])
  expect([near(Number.NaN, '0.1'), near(-3, '0.1'), near(1e300, '0.1')]).toEqual([null, null, null])
})

it('steps from tick to tick, and from between two ticks to the next', () => {
  const step = (from: string, steps: number) => priceText(stepTicks(at(from), at('0.5'), steps))
  expect([step('10', 1), step('10', -10), step('10.2', 1), step('10.2', -1), step('1', -9)]).toEqual(['10.5', '5', '10.5', '10', '0.5'])
})

it('returns the decimals of a tick', () =>
  expect(['1', '0.5', '0.05', '0.00000001', '10'].map((tick) => tickDecimals(at(tick)))).toEqual([0, 1, 2, 8, 0]))
