/** EIP-7825: maximum gas of one transaction. */
const MOST_GAS = 16_777_216n
const SPARE_GAS = 20_000n

/** Estimate + a quarter + 20,000: a second later a call may cost up to 10,000 more. Verified by `contracts/test/GasMargin.t.sol`. */
export function gasLimitOf(estimate: bigint): bigint {
  const limit = estimate + estimate / 4n + SPARE_GAS
  if (limit <= MOST_GAS) return limit
  return estimate > MOST_GAS ? estimate : MOST_GAS
}
