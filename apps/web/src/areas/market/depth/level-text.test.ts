import { expect, it } from 'vitest'
import { levelText } from './level-text.ts'

it("follows the product's rule when that distinguishes the levels", () => {
  expect(levelText([63_210.5, 63_211])(63_210.5)).toBe('63,210.50')
  expect(levelText([2, 2.001])(2)).toBe('2.000')
})

it('adds the decimals in which neighbours differ, the same number for all', () =>
  expect([0.50001, 0.50007, 0.5].map(levelText([0.50001, 0.50007, 0.5]))).toEqual(['0.50001', '0.50007', '0.50000']))

it('hides binary floating-point noise', () => expect(levelText([0.1 + 0.2])(0.1 + 0.2)).toBe('0.3000'))

it('writes the smallest prices in full', () => expect(levelText([1.25e-7])(1.25e-7)).toBe('0.000000125'))
