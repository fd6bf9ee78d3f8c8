import type { PublicClient } from 'viem'
import type { Address } from '../wallet-state.ts'

/** Whether an account is a contract wallet. An account with delegated code (EIP-7702) is not: it still signs with its own key. */
export async function isContract(client: Pick<PublicClient, 'getCode'>, address: Address): Promise<boolean> {
  const code = await client.getCode({ address })
  return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
}
