import { expect, it } from 'vitest'
import { gasLimitOf } from './gas.ts'

it.each([
  ['a stake', 71_000n, 80_608n],
  ['a claim', 63_556n, 70_364n],
  ['a request to unstake', 100_086n, 109_694n],
])('leaves enough gas for %s a second after the estimate', (_, estimate, needed) => expect(gasLimitOf(estimate)).toBeGreaterThan(needed))

it('is the estimate plus a quarter of it plus 20,000, rounded down', () => expect(gasLimitOf(100_003n)).toBe(145_003n))

it('never exceeds the gas cap of a transaction, nor falls below an estimate', () => {
  expect(gasLimitOf(16_000_000n)).toBe(16_777_216n)
  expect(gasLimitOf(17_000_000n)).toBe(17_000_000n)
})
