/** One grant as `AerieVesting.grantsOf` gives it: amounts in units of 10⁻¹⁸ token, times in seconds of the chain's clock. */
export type GrantReading = {
  readonly amount: bigint
  /** What was paid out of it. */
  readonly released: bigint
  readonly start: bigint
  /** Seconds after `start` before which nothing is released. */
  readonly cliff: bigint
  /** Seconds after `start` at which all is released; above 0. */
  readonly duration: bigint
}

/**
 * What `AerieVesting.release` would pay of a grant at a second, with the contract's own rounding.
 *
 * @param atSeconds the chain's clock, whole seconds
 * @returns units of 10⁻¹⁸ token, rounded down
 * @throws never
 * Source: docs/math/staking.md, `AerieVesting._releasable`
 */
export function releasableAt({ amount, released, start, cliff, duration }: GrantReading, atSeconds: bigint): bigint {
  if (atSeconds < start + cliff) return 0n
  const elapsed = atSeconds - start < duration ? atSeconds - start : duration
  const due = (amount * elapsed) / duration
  return due > released ? due - released : 0n
}
