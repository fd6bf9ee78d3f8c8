import type { VestingGrant } from '@aerie/wire/staking'
import { expect, it } from 'vitest'
import { vestedAt } from './vested-tokens.tsx'

const T0 = 1_800_000_000
const grant: VestingGrant = {
  id: 0,
  amount: '1000',
  released: '0',
  releasable: '0',
  start: T0 * 1_000,
  cliff_end: (T0 + 100) * 1_000,
  end: (T0 + 300) * 1_000,
}

it('releases nothing before the cliff, then what has vested since the start, rounded down, and everything at the end', () => {
  expect(vestedAt([grant], BigInt(T0 + 99))).toEqual({ releasable: 0n, released: 0n, granted: 1000n, locked: 1000n })
  expect(vestedAt([grant], BigInt(T0 + 100))).toMatchObject({ releasable: 333n, locked: 667n })
  expect(vestedAt([grant], BigInt(T0 + 300))).toMatchObject({ releasable: 1000n, locked: 0n })
})

it('counts released amounts once, across all grants', () => {
  const grants = [
    { ...grant, released: '333' },
    { ...grant, id: 1, amount: '3' },
  ]
  expect(vestedAt(grants, BigInt(T0 + 200))).toEqual({ releasable: 333n + 2n, released: 333n, granted: 1003n, locked: 335n })
})
