import { expect, it } from 'vitest'
import { decimalsOf, linearValues, logValues, percentLabel, priceLabel, roundStep } from './axis-ticks.ts'

it('steps by 1, 2, 2.5 or 5 times a power of ten, with no more ticks than requested', () => {
  expect([roundStep(100, 10), roundStep(90, 5), roundStep(12, 5), roundStep(0.0011, 5), roundStep(7e-9, 4)]).toEqual([
    10, 20, 2.5, 0.00025, 2e-9,
  ])
  expect([roundStep(0, 5), roundStep(Number.NaN, 5), roundStep(-3, 5)]).toEqual([0, 0, 0])
})

it('keeps its values round and within the range despite floating-point errors', () => {
  expect(linearValues(0.0605, 0.0621, 300)).toEqual([0.0605, 0.061, 0.0615, 0.062])
  expect(linearValues(8.1e-6, 9.4e-6, 300)).toEqual([8.5e-6, 9e-6])
  expect(linearValues(-7, 7, 300)).toEqual([-5, 0, 5])
  expect(linearValues(5, 5, 300)).toEqual([])
})

it('steps a wide logarithmic axis by 1, 2 and 5, thinned to fit, and a narrow one like a linear axis', () => {
  expect(logValues(0.5, 120, 600)).toEqual([0.5, 1, 2, 5, 10, 20, 50, 100])
  expect(logValues(0.5, 120, 250)).toEqual([0.5, 2, 10, 50])
  expect(logValues(100, 150, 300)).toEqual(linearValues(100, 150, 300))
})

it('formats prices by the rule, with more decimals only where labels would repeat', () => {
  expect([priceLabel(63_210.5, 100), priceLabel(0.06, 0.0005), priceLabel(0.00000893, 2e-8), priceLabel(2.5, 0.5)]).toEqual([
    '63,210.50',
    '0.0600',
    '0.00000893',
    '2.500',
  ])
  expect([priceLabel(0.0612, 0.00002), priceLabel(63_210.125, 0.025), priceLabel(0, 0.5)]).toEqual(['0.06120', '63,210.125', '0'])
})

it('formats percentages with their sign, and with more decimals on a finer axis', () =>
  expect([percentLabel(1.5, 0.5), percentLabel(0, 0.5), percentLabel(0.005, 0.005), percentLabel(-0.0025, 0.0025)]).toEqual([
    '+1.50%',
    '0.00%',
    '+0.005%',
    '−0.0025%',
  ]))

it('computes the number of decimals of a step', () =>
  expect([10, 1, 0.5, 0.25, 2.5, 0.001, 2e-8, 0].map(decimalsOf)).toEqual([0, 0, 1, 2, 1, 3, 8, 0]))
