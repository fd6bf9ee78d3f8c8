/** EIP-7825: the most gas that one transaction can have. */
const MOST_GAS = 16_777_216n
const SPARE_GAS = 20_000n

/**
 * The gas limit to send with a call that was estimated. An estimate holds for the second in which it was made: where somebody
 * else has written the pool in that second, nothing streams, and a second later the same call costs up to 10,000 more. What
 * is not used is not paid. `contracts/test/GasMargin.t.sol` holds every action against this.
 *
 * @param estimate gas units by `eth_estimateGas`
 * @returns gas units: the estimate, a quarter of it, and 20,000
 * @throws never
 */
export function gasLimitOf(estimate: bigint): bigint {
  const limit = estimate + estimate / 4n + SPARE_GAS
  if (limit <= MOST_GAS) return limit
  return estimate > MOST_GAS ? estimate : MOST_GAS
}
