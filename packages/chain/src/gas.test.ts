import { expect, it } from 'vitest'
import { gasLimitOf } from './gas.ts'

it.each([
  ['a stake', 71_000n, 80_608n],
  ['a claim', 63_556n, 70_364n],
  ['a request to unstake', 100_086n, 109_694n],
])('leaves room for what %s costs a second after the estimate', (_, estimate, needed) =>
  expect(gasLimitOf(estimate)).toBeGreaterThan(needed),
)

it('is the estimate, a quarter of it and 20,000, rounded down', () => expect(gasLimitOf(100_003n)).toBe(145_003n))

it('stays within what one transaction can have, and below no estimate', () => {
  expect(gasLimitOf(16_000_000n)).toBe(16_777_216n)
  expect(gasLimitOf(17_000_000n)).toBe(17_000_000n)
})
