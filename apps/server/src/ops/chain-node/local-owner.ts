import type { Address } from '@aerie/chain/contracts'
import * as z from 'zod/mini'
import { ChainTrouble, type NodeRequest } from './node-requests.ts'

/** Owner and treasury of the local chain. It has no private key: only this server can impersonate it. */
export const LOCAL_OWNER: Address = '0xae41e57e3a4d00000000000000000000ae41e57e'

/** For gas, in wei: 1,000,000 ETH. */
const OWNER_BALANCE = `0x${(1_000_000n * 10n ** 18n).toString(16)}`

/** Needed after each start: impersonation is not part of the chain's state. */
export async function impersonateOwner(request: NodeRequest): Promise<void> {
  await request('anvil_impersonateAccount', [LOCAL_OWNER])
}

export async function fundOwner(request: NodeRequest): Promise<void> {
  await request('anvil_setBalance', [LOCAL_OWNER, OWNER_BALANCE])
}

const receipt = z.object({
  status: z.enum(['0x0', '0x1']),
  contractAddress: z.optional(z.nullable(z.string())),
  blockNumber: z.pipe(z.string(), z.transform(Number)),
  transactionHash: z.string(),
})
export type OwnerReceipt = z.output<typeof receipt>

type Transaction = {
  readonly from?: string
  readonly to?: string
  readonly data?: string
  readonly value?: bigint
  readonly nonce?: number
}

export const OWNER_GAS = 6_000_000n
const hex = (value: bigint | number): string => `0x${value.toString(16)}`

export class OwnerCallReverted extends ChainTrouble {
  constructor() {
    super('a transaction of the local owner was reverted')
  }
}

/** Waits until the transaction is mined. @throws OwnerCallReverted */
export async function sendAsOwner(
  request: NodeRequest,
  { from = LOCAL_OWNER, to, data, value = 0n, nonce }: Transaction,
): Promise<OwnerReceipt> {
  const fields = { from, gas: hex(OWNER_GAS), value: hex(value), ...(to && { to }), ...(data && { data }) }
  const params = [{ ...fields, ...(nonce !== undefined && { nonce: hex(nonce) }) }]
  const mined = z.parse(receipt, await request('eth_sendTransactionSync', params))
  if (mined.status !== '0x1') throw new OwnerCallReverted()
  return mined
}
