import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ceilDiv,
  DECIMAL_FAULT_TEXT,
  DECIMAL_FAULTS,
  decimalText,
  exactUsdc,
  floorDiv,
  fraction,
  fractionOf,
  microUsdc,
  notional,
  notionalOf,
  parseDecimal,
  price,
  roundDiv,
  size,
  usdcCeil,
  usdcFloor,
} from './units.ts'

const wide = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const divisor = fc.bigInt({ min: 1n, max: 10n ** 20n })

describe('decimal strings', () => {
  it('round-trip', () =>
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n }), fc.integer({ min: 0, max: 24 }), (value, decimals) => {
        fc.pre(value.toString().replace('-', '').length - decimals <= 18)
        expect(parseDecimal(decimalText(value, decimals), decimals)).toEqual({ ok: true, value })
      }),
    ))

  it.each([
    ['25.566', 12, 25_566_000_000_000n],
    ['0.00000893', 12, 8_930_000n],
    ['-0', 6, 0n],
    ['007.10', 1, 71n],
    ['1.000000000000000000000', 6, 1_000_000n],
  ])('parse %s in 10^-%i as %i', (text, decimals, value) => expect(parseDecimal(text, decimals)).toEqual({ ok: true, value }))

  it.each(['', ' 1', '1 ', '+1', '1e400', '1E5', 'NaN', 'Infinity', '1,000', '.5', '5.', '0x10', '1.2.3', '١', '1\n', '--1'])(
    'do not include %j',
    (text) => expect(parseDecimal(text, 6)).toEqual({ ok: false, fault: 'not-a-decimal' }),
  )

  it('are rejected when the unit cannot represent them, with the reason', () => {
    expect(parseDecimal('0.0000001', 6)).toEqual({ ok: false, fault: 'too-many-decimals' })
    expect(parseDecimal('1234567890123456789', 6)).toEqual({ ok: false, fault: 'too-many-digits' })
    expect(DECIMAL_FAULTS.map((fault) => DECIMAL_FAULT_TEXT[fault])).not.toContain('')
  })
})

describe('rounding', () => {
  it('works down, up and to nearest on both sides of zero', () => {
    expect([floorDiv(7n, 2n), floorDiv(-7n, 2n), floorDiv(7n, -2n), floorDiv(-8n, 2n)]).toEqual([3n, -4n, -4n, -4n])
    expect([ceilDiv(7n, 2n), ceilDiv(-7n, 2n), ceilDiv(8n, 2n)]).toEqual([4n, -3n, 4n])
    expect([roundDiv(7n, 2n), roundDiv(-7n, 2n), roundDiv(5n, 3n), roundDiv(4n, 3n)]).toEqual([4n, -3n, 2n, 1n])
  })

  it('brackets the exact quotient', () =>
    fc.assert(
      fc.property(wide, divisor, (a, b) => {
        const down = floorDiv(a, b)
        const up = ceilDiv(a, b)
        expect(down * b <= a && a <= up * b && up - down <= 1n).toBe(true)
      }),
    ))

  it('loses less than a micro-USDC, in the requested direction', () => {
    const worth = notionalOf(price(25_566_000_000_000n), size(1_234_567n)) // 0.000031562940 USDC
    expect([usdcFloor(worth), usdcCeil(worth)]).toEqual([31n, 32n])
    expect([usdcFloor(notional(-worth)), usdcCeil(notional(-worth))]).toEqual([-32n, -31n])
    expect(usdcCeil(exactUsdc(microUsdc(-5n)))).toBe(-5n)
  })

  it('calculates a fee of 0.045 % to the last digit', () =>
    expect(fractionOf(exactUsdc(microUsdc(2_556_722_976n)), fraction(450_000_000_000_000n))).toBe(1_150_525_339_200_000_000_000_000n))
})
