import type { Address } from '@aerie/chain/contracts'
import { type Hex, type PublicClient, verifyMessage } from 'viem'
import { orUnavailable } from '../chain/chain-away.ts'

/** Whose signature this may be; all of it from outside. */
export type SignedMessage = { readonly message: string; readonly signature: Hex; readonly address: Address; readonly now: number }

/** Bytes of r, s and v: what a key signs with, and some contract wallets. */
const KEY_SIGNATURE_LENGTH = 2 + 2 * 65

/**
 * Whether an address has signed a message: by its key, which needs no chain, or by its contract (EIP-1271), also one that
 * is not deployed yet (EIP-6492).
 *
 * @throws AppError unavailable while the chain is away and only it could tell
 */
export async function isSignedBy(client: PublicClient, { message, signature, address, now }: SignedMessage): Promise<boolean> {
  if (signature.length === KEY_SIGNATURE_LENGTH && (await isSignedByKey({ message, signature, address }))) return true
  return orUnavailable(async () => {
    if (await client.verifySiweMessage({ message, signature, address, time: new Date(now) })) return true
    // viem says no, too, where no node answered.
    await client.getBlockNumber({ cacheTime: 0 })
    return false
  })
}

async function isSignedByKey(signed: Pick<SignedMessage, 'message' | 'signature' | 'address'>): Promise<boolean> {
  try {
    return await verifyMessage(signed)
  } catch {
    // 65 bytes of which no key can be recovered: a contract may still accept them.
    return false
  }
}
