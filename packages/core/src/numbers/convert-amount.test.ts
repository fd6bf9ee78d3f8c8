import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertAmount } from './convert-amount.ts'

describe('a conversion', () => {
  it('carries no floating-point error', () => {
    expect(convertAmount({ amount: '0.1', price: 3, against: 1 })).toBe('0.3')
    expect(convertAmount({ amount: '3', price: 0.1, against: 1 })).toBe('0.3')
  })

  it('keeps ten significant digits for the smallest amounts and cents for the largest', () => {
    expect(convertAmount({ amount: '1', price: 0.00000893, against: 63210.5 })).toBe('0.0000000001412739972')
    expect(convertAmount({ amount: '123456789012.34', price: 1, against: 1 })).toBe('123456789012.34')
    expect(convertAmount({ amount: '1', price: 1e-7, against: 1 })).toBe('0.0000001')
    expect(convertAmount({ amount: '1', price: 1e21, against: 1 })).toBe('1000000000000000000000')
  })

  it('rounds half up, once', () => {
    expect(convertAmount({ amount: '2', price: 1, against: 3 })).toBe('0.6666666667')
    expect(convertAmount({ amount: '0.99999999994600', price: 1, against: 1 })).toBe('0.9999999999')
    expect(convertAmount({ amount: '99999999999', price: 1, against: 7 })).toBe('14285714285.57')
  })

  it('returns 0 for 0', () => expect(convertAmount({ amount: '0.000', price: 5, against: 3 })).toBe('0'))

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('rejects a price of %s', (price) => {
    expect(() => convertAmount({ amount: '1', price, against: 1 })).toThrow(RangeError)
    expect(() => convertAmount({ amount: '1', price: 1, against: price })).toThrow(RangeError)
  })

  it('round-trips within the digits it keeps', () => {
    const price = fc.double({ min: 1e-9, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), price, price, (units, from, to) => {
        const amount = String(units)
        const there = convertAmount({ amount, price: from, against: to }, 20)
        const back = Number(convertAmount({ amount: there, price: to, against: from }, 20))
        expect(back / units).toBeCloseTo(1, 9)
      }),
    )
  })
})
