import { priceText } from '@aerie/core/numbers/units'
import { expect, it } from 'vitest'
import { priceOfNumber } from './exact.ts'

it.each([
  [64777.2, '64777.2'],
  [0.1, '0.1'],
  [1e-7, '0.0000001'],
])('reads %s as its own decimal', (value, text) => {
  const price = priceOfNumber(value)
  expect(price === null ? null : priceText(price)).toBe(text)
})

it('reads no price from what is none', () =>
  expect([undefined, 0, -1, Number.NaN].map((value) => priceOfNumber(value))).toEqual([null, null, null, null]))
