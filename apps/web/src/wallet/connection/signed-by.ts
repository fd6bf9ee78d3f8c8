import { getAddress, recoverMessageAddress } from 'viem'
import type { Address } from '../wallet-state.ts'

/** An address in the spelling of EIP-55, whose capitals are its checksum. @throws where it is none */
export const checksumAddress = (address: string): Address => getAddress(address)

/** Whether a plain signature of a text (EIP-191) is by the account. @throws never: what is no signature is by nobody */
export async function isSignedBy(address: Address, { message, signature }: { readonly message: string; readonly signature: Address }) {
  try {
    return (await recoverMessageAddress({ message, signature })) === getAddress(address)
  } catch {
    return false
  }
}
