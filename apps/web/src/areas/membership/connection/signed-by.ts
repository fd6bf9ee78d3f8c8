import { getAddress, recoverMessageAddress } from 'viem'
import type { Address } from '../wallet-state.ts'

/** EIP-55 checksum spelling. @throws if invalid */
export const checksumAddress = (address: string): Address => getAddress(address)

/** Whether the account signed the text (EIP-191). Never throws: an invalid signature returns false. */
export async function isSignedBy(address: Address, { message, signature }: { readonly message: string; readonly signature: Address }) {
  try {
    return (await recoverMessageAddress({ message, signature })) === getAddress(address)
  } catch {
    return false
  }
}
