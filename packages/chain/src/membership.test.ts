import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GOLD_THRESHOLD, goldOf } from './membership.ts'

const units = fc.bigInt({ min: 0n, max: 2n * GOLD_THRESHOLD })

describe('goldOf', () => {
  it('is gold at exactly the threshold, and not one unit below it', () => {
    expect(goldOf({ balance: GOLD_THRESHOLD, vested: 0n })).toEqual({
      isGold: true,
      have: GOLD_THRESHOLD,
      need: GOLD_THRESHOLD,
      missing: 0n,
    })
    expect(goldOf({ balance: GOLD_THRESHOLD - 1n, vested: 0n })).toMatchObject({ isGold: false, missing: 1n })
  })

  it('requires 10,000 tokens of 18 decimals', () => expect(GOLD_THRESHOLD).toBe(10_000_000_000_000_000_000_000n))

  it('counts balance and vested tokens alike', () =>
    fc.assert(
      fc.property(units, units, (balance, vested) => {
        expect(goldOf({ balance, vested })).toEqual(goldOf({ balance: vested, vested: balance }))
        expect(goldOf({ balance, vested }).isGold).toBe(balance + vested >= GOLD_THRESHOLD)
      }),
    ))

  it('returns the missing amount, which is just enough for gold', () =>
    fc.assert(
      fc.property(units, units, (balance, vested) => {
        const { missing } = goldOf({ balance, vested })
        expect(goldOf({ balance: balance + missing, vested }).isGold).toBe(true)
      }),
    ))
})
