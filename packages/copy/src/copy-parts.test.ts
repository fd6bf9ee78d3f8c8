import { microUsdc, notional, price, size } from '@aerie/core/numbers/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CopyEvent, copyResult, emptyShares, foldCopyEvent, keepCopy, netOf, partOf, realisedResult } from './copy-parts.ts'

const ONE = 10n ** 12n
const coins = (value: number) => size(BigInt(Math.round(value * 1_000)) * 10n ** 9n)
const dollars = (value: number) => price(BigInt(value) * ONE)
const fill = (copy: string | undefined, amount: number, at = 100): CopyEvent => ({
  kind: 'filled',
  symbol: 'SOL',
  size: coins(amount),
  worth: notional(dollars(at) * coins(Math.abs(amount))),
  fee: microUsdc(1_000n),
  copy,
})

describe('the copied part of a position', () => {
  it("consists of its own orders only: the user's own trades in the same coin stay separate", () => {
    const shares = emptyShares()
    for (const event of [fill(undefined, 3), fill('a', 1), fill('a', -0.4, 110), fill(undefined, 1)]) foldCopyEvent(shares, event, 1)
    expect(partOf(shares, 'a', 'SOL')).toBe(coins(0.6))
    expect(shares.own.get('SOL')).toBe(coins(4))
    expect(netOf(shares, 'SOL')).toBe(coins(4.6))
  })

  it('becomes the user’s own once kept, including later fills of its orders', () => {
    const shares = emptyShares()
    foldCopyEvent(shares, fill('a', 1), 1)
    keepCopy(shares, 'a', () => true)
    foldCopyEvent(shares, fill('a', 0.5), 2)
    expect([shares.own.get('SOL'), shares.copies.size]).toEqual([coins(1.5), 0])
    keepCopy(shares, 'b', () => false)
    expect(shares.kept).toEqual(new Set(['b']))
  })

  it('has a result after fees, and none while a mark price is unknown', () => {
    const shares = emptyShares()
    foldCopyEvent(shares, fill('a', 1), 1)
    foldCopyEvent(shares, fill('a', -0.5, 110), 1)
    const holding = shares.copies.get('a')!
    // 0.5 · 10 realised, 0.5 · 20 open, two fees of 0.001.
    expect(realisedResult(holding)).toBe(5_000_000n - 2_000n)
    expect(copyResult(holding, () => dollars(120))).toBe(15_000_000n - 2_000n)
    expect(copyResult(holding, () => undefined)).toBeUndefined()
  })

  it('realises the same as the account to the micro-USDC, across several levels and partial fills', () => {
    const shares = emptyShares()
    const event = { kind: 'filled' as const, symbol: 'SOL', fee: microUsdc(0n), copy: 'a' }
    // 6,099.093 for 11.4 is 4,574.31975 for 8.55; bought back for 4,575.0705.
    foldCopyEvent(shares, { ...event, size: coins(-11.4), worth: notional(6_099_093n * 10n ** 21n) }, 1)
    foldCopyEvent(shares, { ...event, size: coins(8.55), worth: notional(45_750_705n * 10n ** 20n) }, 2)
    expect(realisedResult(shares.copies.get('a')!)).toBe(-750_750n)
  })

  it('books a short and a reversal like a position', () => {
    const shares = emptyShares()
    foldCopyEvent(shares, fill('a', -1), 1)
    foldCopyEvent(shares, fill('a', 3, 90), 1)
    expect(partOf(shares, 'a', 'SOL')).toBe(coins(2))
    expect(copyResult(shares.copies.get('a')!, () => dollars(90))).toBe(10_000_000n - 2_000n)
  })

  it('is closed last when the user closes the whole position, and then leaves the cycle', () => {
    const shares = emptyShares()
    foldCopyEvent(shares, fill(undefined, 1), 1)
    foldCopyEvent(shares, fill('a', 2), 2)
    foldCopyEvent(shares, fill(undefined, -1.5), 3)
    expect(shares.own.has('SOL')).toBe(false)
    expect(shares.copies.get('a')?.parts.get('SOL')).toMatchObject({ size: coins(1.5), leftAt: 3 })
    foldCopyEvent(shares, fill(undefined, -1.5), 4)
    expect(netOf(shares, 'SOL')).toBe(0n)
    expect(shares.copies.get('a')?.parts.get('SOL')).toMatchObject({ size: 0n, leftAt: 4 })
    foldCopyEvent(shares, fill('a', 1), 5)
    expect(shares.copies.get('a')?.parts.get('SOL')?.leftAt).toBeUndefined()
  })

  it('counts closing fills, including the user’s own trades, but not fills that only add', () => {
    const shares = emptyShares()
    const closes = () => shares.copies.get('a')?.closes ?? 0
    for (const event of [fill('a', 1), fill('a', 1)]) foldCopyEvent(shares, event, 1)
    expect(closes()).toBe(0)
    foldCopyEvent(shares, fill('a', -0.5), 2)
    expect(closes()).toBe(1)
    foldCopyEvent(shares, fill(undefined, -1), 3)
    expect(closes()).toBe(2)
  })

  it("receives its share of the position's funding", () => {
    const shares = emptyShares()
    foldCopyEvent(shares, fill(undefined, 3), 1)
    foldCopyEvent(shares, fill('a', 1), 1)
    foldCopyEvent(shares, { kind: 'funded', symbol: 'SOL', amount: microUsdc(-400n) }, 2)
    expect(shares.copies.get('a')?.funding).toBe(-100n)
  })

  it("always adds up with the user's own part to the whole position, and copied trades never change the own part", () => {
    const trade = fc.record({
      copy: fc.constantFrom(undefined, 'a', 'b'),
      amount: fc.integer({ min: -50, max: 50 }).filter((n) => n !== 0),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 60 }), (trades) => {
        const shares = emptyShares()
        let net = 0n
        for (const { copy, amount } of trades) {
          const own = shares.own.get('SOL')
          foldCopyEvent(shares, fill(copy, amount / 10), 1)
          net += coins(amount / 10)
          expect(netOf(shares, 'SOL')).toBe(net)
          expect(copy === undefined ? own : shares.own.get('SOL')).toBe(own)
        }
      }),
    )
  })
})
