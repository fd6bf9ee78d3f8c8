import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUS } from './decimal-figure.ts'
import { fixedText, grouped, numberText, percentText, shortNumberText } from './number-text.ts'

/** Any double, values with few decimals, and exact rounding ties. */
const size = fc.oneof(
  fc.double({ min: 0, max: 1e24, noNaN: true }),
  fc.tuple(fc.nat(), fc.integer({ min: -12, max: 15 })).map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
  fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })).map(([digits, decimals]) => Number(`${digits}5e-${decimals + 1}`)),
  fc.integer({ min: 1, max: 30 }).map((decimals) => Number(`${'9'.repeat(17)}e-${decimals}`)),
)
const signed = fc.tuple(size, fc.boolean()).map(([one, isNegative]) => (isNegative ? -one : one))
const TIMES = { numRuns: 3_000 }

const intl = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat('en-US', options)
  return (value: number): string => format.format(value).replace('-', MINUS)
}
const fixed = (digits: number, more: Intl.NumberFormatOptions = {}) =>
  intl({ minimumFractionDigits: digits, maximumFractionDigits: digits, ...more })

describe('figures formatted like Intl', () => {
  it.each([0, 2, 3, 4, 8])('match with %d decimals', (decimals) => {
    const [plain, thousands] = [fixed(decimals, { useGrouping: false }), fixed(decimals)]
    fc.assert(
      fc.property(size, (one) => {
        expect(fixedText(one, decimals)).toBe(plain(one))
        expect(grouped(fixedText(one, decimals))).toBe(thousands(one))
      }),
      TIMES,
    )
  })

  it('match by the number rule of the product', () => {
    const [two, three, four, eight] = [fixed(2), fixed(3), fixed(4), fixed(8)]
    const expected = (value: number): string => {
      const one = Math.abs(value)
      if (one >= 10) return two(value)
      if (one >= 1) return three(value)
      return one >= 0.001 ? four(value) : eight(value)
    }
    fc.assert(
      fc.property(signed, (value) => {
        expect(numberText(value)).toBe(value === 0 ? '0' : expected(value))
      }),
      TIMES,
    )
  })

  it('match when shortened, and as a percentage change', () => {
    const short = fixed(2, { notation: 'compact' })
    const change = fixed(2, { signDisplay: 'exceptZero' })
    const shortChange = fixed(2, { signDisplay: 'exceptZero', notation: 'compact' })
    fc.assert(
      fc.property(signed, (value) => {
        expect(shortNumberText(value)).toBe(Math.abs(value) < 1000 ? numberText(value) : short(value))
        expect(percentText(value)).toBe(`${(Math.abs(value) < 999.995 ? change : shortChange)(value)}%`)
      }),
      TIMES,
    )
  })
})

it.each([
  [1.005, '1.01'],
  [0.005, '0.01'],
  [0.0049, '0.00'],
  [999.995, '1000.00'],
  [Number('123456789012345.12'), '123456789012345.12'],
  [1e21, '1000000000000000000000.00'],
  [Number.POSITIVE_INFINITY, '∞'],
  [Number.NaN, 'NaN'],
])('formats %d with two decimals as %s', (value, text) => expect(fixedText(value, 2)).toBe(text))

it('scales to thousands on request', () => expect(fixedText(1_234_565, 2, -3)).toBe('1234.57'))

it.each([
  [1_243_512_000_000, '1.24T'],
  [32_140_000_000, '32.14B'],
  [999_999, '1.00M'],
  [1_000, '1.00K'],
  [999.994, '999.99'],
  [0.5, '0.5000'],
])('shortens %d to %s', (value, text) => expect(shortNumberText(value)).toBe(text))

it.each([
  [1.234, '+1.23%'],
  [-1.236, '−1.24%'],
  [0, '0.00%'],
  [-0.001, '0.00%'],
  [999.99, '+999.99%'],
  [999.996, '+1.00K%'],
  [-1234.5, '−1.23K%'],
])('formats a change of %d as %s', (value, text) => expect(percentText(value)).toBe(text))
