import { DECIMALS, microUsdc, parseDecimal, size, sizeText } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyTarget, stepBetween } from './copy-target.ts'

const units = (text: string, decimals: number): bigint => {
  const read = parseDecimal(text, decimals)
  if (!read.ok) throw new Error(text)
  return read.value
}
const coins = (text: string) => size(units(text, DECIMALS.size))
const usdc = (text: string) => microUsdc(units(text, DECIMALS.usdc))
const ratio = { allocation: usdc('1000'), equity: usdc('50000') }

describe('the target of a copy', () => {
  it('matches the example of AREAS.md C4 exactly: 1.25 becomes 0.025, half of it 0.012, and 0.013 is sold', () => {
    const full = copyTarget(coins('1.25'), ratio, coins('0.001'))
    const half = copyTarget(coins('0.625'), ratio, coins('0.001'))
    expect([full, half].map(sizeText)).toEqual(['0.025', '0.012'])
    const { closing, opening } = stepBetween(full, half)
    expect([closing, opening].map(sizeText)).toEqual(['0.013', '0'])
  })

  it('truncates toward zero on both sides', () => {
    expect(sizeText(copyTarget(coins('-0.625'), ratio, coins('0.001')))).toBe('-0.012')
    expect(sizeText(copyTarget(coins('0.049'), ratio, coins('0.001')))).toBe('0')
  })

  it('throws without equity to scale by', () => {
    expect(() => copyTarget(coins('1'), { ...ratio, equity: microUsdc(0n) }, coins('0.001'))).toThrow(RangeError)
  })

  it('closes the whole position and opens the opposite side when the leader reverses', () => {
    expect(stepBetween(coins('0.02'), coins('-0.03'))).toEqual({ closing: coins('0.02'), opening: coins('0.03') })
  })

  it('never exceeds the exact share, is less than one lot below it, and is a whole number of lots', () => {
    const positive = (most: bigint) => fc.bigInt({ min: 1n, max: most })
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        positive(10n ** 15n),
        positive(10n ** 15n),
        positive(10n ** 12n),
        (p, allocation, equity, lot) => {
          const target = copyTarget(size(p), { allocation: microUsdc(allocation), equity: microUsdc(equity) }, size(lot))
          const [whole, got] = [(p < 0n ? -p : p) * allocation, (target < 0n ? -target : target) * equity]
          expect(got <= whole && got + (lot + 1n) * equity > whole).toBe(true)
          expect(target % lot).toBe(0n)
          expect(target * p >= 0n).toBe(true)
        },
      ),
    )
  })
})
