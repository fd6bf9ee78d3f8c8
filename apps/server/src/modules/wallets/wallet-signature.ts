import type { Address } from '@aerie/chain/contracts'
import { ContractFunctionExecutionError, type Hex, hashMessage, type PublicClient, parseAbi, size, verifyMessage } from 'viem'
import { orUnavailable } from '../chain/chain-unavailable.ts'

/** Whose signature this may be; all of it from outside. */
export type SignedMessage = { readonly message: string; readonly signature: Hex; readonly address: Address; readonly now: number }

/** Bytes of r, s and v: what a key signs with, and some contract wallets. */
const KEY_SIGNATURE_BYTES = 65
/** The verifier of EIP-6492 looks for its mark in the last 32 bytes, and gives up where there are fewer. */
const MARK_BYTES = 32
const contractSignature = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
const IS_VALID = '0x1626ba7e'

/**
 * Whether an address has signed a message: by its key, which needs no chain, or by its contract (EIP-1271), also one that
 * is not deployed yet (EIP-6492).
 *
 * @throws AppError unavailable while the chain is away and only it could tell
 */
export async function isSignedBy(client: PublicClient, { message, signature, address, now }: SignedMessage): Promise<boolean> {
  if (size(signature) === KEY_SIGNATURE_BYTES && (await isSignedByKey({ message, signature, address }))) return true
  return orUnavailable(async () => {
    const isSigned =
      size(signature) < MARK_BYTES
        ? isSignedByContract(client, { message, signature, address })
        : client.verifySiweMessage({ message, signature, address, time: new Date(now) })
    if (await isSigned) return true
    // viem says no, too, where no node answered.
    await client.getBlockNumber({ cacheTime: 0 })
    return false
  })
}

/** By the contract's own judgement (EIP-1271), however short its signatures are: that of a Safe that has agreed on the chain is empty. */
async function isSignedByContract(
  client: PublicClient,
  { message, signature, address }: Pick<SignedMessage, 'message' | 'signature' | 'address'>,
): Promise<boolean> {
  try {
    const args = [hashMessage(message), signature] as const
    return (await client.readContract({ address, abi: contractSignature, functionName: 'isValidSignature', args })) === IS_VALID
  } catch (error) {
    // It reverts, or there is none. Whether a node answered at all is asked for by the caller.
    if (error instanceof ContractFunctionExecutionError) return false
    throw error
  }
}

async function isSignedByKey(signed: Pick<SignedMessage, 'message' | 'signature' | 'address'>): Promise<boolean> {
  try {
    return await verifyMessage(signed)
  } catch {
    // 65 bytes of which no key can be recovered: a contract may still accept them.
    return false
  }
}
