import type { PublicClient } from 'viem'
import type { TransactionFailure } from './transaction-state.ts'

/** It had less gas than it needed. */
export const OUT_OF_GAS: TransactionFailure = {
  kind: 'gas',
  error: null,
  args: [],
  text: 'It ran out of gas; only the fee was charged. Send it again and keep the gas limit your wallet suggests.',
}

/**
 * How much of its gas a mined transaction has used. `nearly`: a contract that is called by another is given at most 63 of 64 parts
 * of what is left (EIP-150), so what ran out inside leaves a little.
 *
 * @throws viem's errors where the chain does not answer
 */
export async function gasSpent(
  client: Pick<PublicClient, 'getTransaction' | 'getTransactionReceipt'>,
  hash: `0x${string}`,
): Promise<'all' | 'nearly' | 'some'> {
  const [{ gas }, { gasUsed }] = await Promise.all([client.getTransaction({ hash }), client.getTransactionReceipt({ hash })])
  if (gasUsed >= gas) return 'all'
  return gasUsed * 64n >= gas * 62n ? 'nearly' : 'some'
}
