import { expect, it } from 'vitest'
import { amountCharacters, fitColumns, longest } from './fit-columns.ts'

it('makes room for all digits of the SHIB price', () => {
  const [price = 0] = fitColumns(288, ['0.00001473248'.length, 7, 7])
  // Measured in Chromium: 97 px of text between paddings of 12 and 6 px.
  expect(price).toBeGreaterThanOrEqual(97 + 18)
})

it('drops the last columns when not all fit, never the price', () => {
  expect([288, 200, 130, 50].map((width) => fitColumns(width, [13, 7, 7]).length)).toEqual([3, 2, 1, 1])
  expect(fitColumns(null, [13, 7, 7])).toHaveLength(3)
})

it('keeps column widths while the digits of amounts change', () => {
  expect([['0.5', '12.34'], ['551.16M'], ['0.00001234', '1.000']].map(amountCharacters)).toEqual([7, 7, 10])
  expect(longest(['1.5', '12.25'], 4)).toBe(5)
})
