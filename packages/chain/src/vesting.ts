/** Grant from `AerieVesting.grantsOf`: amounts in 10⁻¹⁸ token, times in chain seconds. */
export type GrantReading = {
  readonly amount: bigint
  readonly released: bigint
  readonly start: bigint
  /** Seconds after `start` before which nothing is released. */
  readonly cliff: bigint
  /** Seconds after `start` at which everything is released; above 0. */
  readonly duration: bigint
}

/** Amount `AerieVesting.release` would pay at a chain second; 10⁻¹⁸ token, rounded down like the contract. */
export function releasableAt({ amount, released, start, cliff, duration }: GrantReading, atSeconds: bigint): bigint {
  if (atSeconds < start + cliff) return 0n
  const elapsed = atSeconds - start < duration ? atSeconds - start : duration
  const due = (amount * elapsed) / duration
  return due > released ? due - released : 0n
}
