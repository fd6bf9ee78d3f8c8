import type { Address } from '@aerie/chain/contracts'
import * as z from 'zod/mini'
import { ChainTrouble } from './chain-trouble.ts'
import type { NodeRequest } from './node-requests.ts'

/**
 * Owner and treasury of the local chain. Nobody has its key, we least of all: the node lets us, and nobody who comes
 * through the gate, act for it. The keys of a node's usual accounts are in every tutorial.
 */
export const STEWARD: Address = '0xae41e57e3a4d00000000000000000000ae41e57e'

/** For gas, in wei: 1,000,000 ETH. */
const STEWARD_BALANCE = `0x${(1_000_000n * 10n ** 18n).toString(16)}`

/** Lets the node accept the steward's transactions. To be repeated with each start: it is not part of the chain's state. */
export async function employSteward(request: NodeRequest): Promise<void> {
  await request('anvil_impersonateAccount', [STEWARD])
}

/** Gives the steward coins, on a new chain. */
export async function endowSteward(request: NodeRequest): Promise<void> {
  await request('anvil_setBalance', [STEWARD, STEWARD_BALANCE])
}

const receipt = z.object({
  status: z.enum(['0x0', '0x1']),
  contractAddress: z.optional(z.nullable(z.string())),
  blockNumber: z.pipe(z.string(), z.transform(Number)),
  transactionHash: z.string(),
})
export type StewardReceipt = z.output<typeof receipt>

type Transaction = {
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly value?: bigint
  readonly nonce?: number
}

/** Gas limit of each. */
export const STEWARD_GAS = 6_000_000n
const hex = (value: bigint | number): string => `0x${value.toString(16)}`

/** A transaction of the steward that was mined and did nothing: whoever it calls refuses it. */
export class StewardReverted extends ChainTrouble {
  constructor() {
    super('a transaction of the local steward was reverted')
  }
}

/**
 * Sends a transaction of the steward, or of another account that the node lets us act for, and waits until it is mined.
 *
 * @throws StewardReverted
 */
export async function sendAsSteward(
  request: NodeRequest,
  { from = STEWARD, to, data, value = 0n, nonce }: Transaction,
): Promise<StewardReceipt> {
  const fields = { from, gas: hex(STEWARD_GAS), value: hex(value), ...(to && { to }), ...(data && { data }) }
  const params = [{ ...fields, ...(nonce !== undefined && { nonce: hex(nonce) }) }]
  const mined = z.parse(receipt, await request('eth_sendTransactionSync', params))
  if (mined.status !== '0x1') throw new StewardReverted()
  return mined
}
