import type { PublicClient } from 'viem'
import type { Address } from '../wallet-state.ts'

/** Whether an account is a contract wallet. One that lends itself code (EIP-7702) still signs with a key of its own. */
export async function isContract(client: Pick<PublicClient, 'getCode'>, address: Address): Promise<boolean> {
  const code = await client.getCode({ address })
  return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
}
