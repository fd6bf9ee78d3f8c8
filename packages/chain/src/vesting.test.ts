import { expect, it } from 'vitest'
import { releasableAt } from './vesting.ts'

const grant = { amount: 1_000n, released: 0n, start: 1_000n, cliff: 100n, duration: 300n }

it('releases nothing a second before the cliff, and then everything since the start, rounded down', () => {
  expect(releasableAt(grant, 1_099n)).toBe(0n)
  expect(releasableAt(grant, 1_100n)).toBe(333n)
})

it('releases the rest in the last second and nothing afterwards', () => {
  expect(releasableAt(grant, 1_300n)).toBe(1_000n)
  expect(releasableAt({ ...grant, released: 1_000n }, 9_999n)).toBe(0n)
})

it('never decreases when the clock moves back', () => expect(releasableAt({ ...grant, released: 999n }, 1_200n)).toBe(0n))
