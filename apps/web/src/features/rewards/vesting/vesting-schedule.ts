import { type GrantReading, releasableAt } from '@aerie/chain/vesting'
import type { VestingGrant } from '@aerie/wire/staking'

const secondsOf = (ms: number): bigint => BigInt(Math.floor(ms / 1_000))

const readingOf = ({ amount, released, start, cliff_end, end }: VestingGrant): GrantReading => ({
  amount: BigInt(amount),
  released: BigInt(released),
  start: secondsOf(start),
  cliff: secondsOf(cliff_end) - secondsOf(start),
  duration: secondsOf(end) - secondsOf(start),
})

/** What grants come to at a second. Units of 10⁻¹⁸ token. */
export type Vested = { readonly releasable: bigint; readonly released: bigint; readonly locked: bigint; readonly granted: bigint }

/** The sums over all grants of an account, as the contract would count them in a block of that second. */
export function vestedAt(grants: readonly VestingGrant[], atSeconds: bigint): Vested {
  const sum = (of: (grant: GrantReading) => bigint) => grants.map(readingOf).reduce((total, grant) => total + of(grant), 0n)
  const releasable = sum((grant) => releasableAt(grant, atSeconds))
  const released = sum((grant) => grant.released)
  const granted = sum((grant) => grant.amount)
  return { releasable, released, granted, locked: granted - released - releasable }
}
