import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountText, groupedDecimal, roundedDecimal } from './decimal-figure.ts'
import { numberText } from './number-text.ts'

it('groups thousands, pads decimals and uses a real minus sign', () => {
  expect(['9997.225454', '64123', '-1234567.5', '0', 'none'].map((text) => groupedDecimal(text, 1))).toEqual([
    '9,997.225454',
    '64,123.0',
    '−1,234,567.5',
    '0.0',
    'none',
  ])
})

it.each([
  ['63639.333333333333', 1, '63639.3'],
  ['0.5', 0, '0'],
  ['1.5', 0, '2'],
  ['2.5', 0, '2'],
  ['2.5000000001', 0, '3'],
  ['-0.00125', 4, '-0.0012'],
  ['-0.00135', 4, '-0.0014'],
  ['-0.00004', 4, '0.0000'],
  ['9.9996', 3, '10.000'],
  ['12', 2, '12.00'],
  ['n/a', 2, 'n/a'],
])('rounds %s to %i decimals, half to even: %s', (text, decimals, rounded) => expect(roundedDecimal(text, decimals)).toBe(rounded))

it('rounds like exact integers', () => {
  const digits = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
      const scale = 10n ** BigInt(12 - decimals)
      const size = value < 0n ? -value : value
      const [whole, rest] = [size / scale, size % scale]
      const isUp = 2n * rest > scale || (2n * rest === scale && whole % 2n === 1n)
      const expected = (whole + (isUp ? 1n : 0n)) * scale
      const text = size.toString().padStart(13, '0')
      const rounded = roundedDecimal(`${value < 0n ? '-' : ''}${text.slice(0, -12)}.${text.slice(-12)}`, decimals)
      expect(BigInt(rounded.replace(/[-.]/g, '')) * scale).toBe(expected)
    }),
  )
})

it.each([
  ['0.0573', '0.0573'],
  ['0.057299', '0.0573'],
  ['0.848783', '0.8488'],
  ['0.2499', '0.2499'],
  ['-9998.576498', '−9,998.58'],
  ['3.14159', '3.142'],
  ['0.000009', '0.00000900'],
  ['0.000', '0'],
  ['-0', '0'],
  ['10', '10.00'],
])('formats %s by the number rule: %s', (text, shown) => expect(amountText(text)).toBe(shown))

it('matches numberText except for halves', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (micro) => {
      const text = (micro / 1e6).toFixed(6)
      fc.pre(!text.replace(/0+$/, '').endsWith('5'))
      expect(amountText(text)).toBe(numberText(Number(text)))
    }),
  )
})
