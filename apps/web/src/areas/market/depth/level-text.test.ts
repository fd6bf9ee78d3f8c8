import { expect, it } from 'vitest'
import { amountCharacters, fitColumns, levelText, longest } from './level-text.ts'

it("follows the product's rule when that distinguishes the levels", () => {
  expect(levelText([63_210.5, 63_211])(63_210.5)).toBe('63,210.50')
  expect(levelText([2, 2.001])(2)).toBe('2.000')
})

it('adds the decimals in which neighbours differ, the same number for all', () =>
  expect([0.50001, 0.50007, 0.5].map(levelText([0.50001, 0.50007, 0.5]))).toEqual(['0.50001', '0.50007', '0.50000']))

it('hides binary floating-point noise', () => expect(levelText([0.1 + 0.2])(0.1 + 0.2)).toBe('0.3000'))

it('writes the smallest prices in full', () => expect(levelText([1.25e-7])(1.25e-7)).toBe('0.000000125'))

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
