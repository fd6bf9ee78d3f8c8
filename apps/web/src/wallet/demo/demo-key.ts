import { generatePrivateKey } from 'viem/accounts'
import { readStored, writeStored } from '../../lib/storage/storage.ts'
import { WalletFault } from '../wallet-errors.ts'

const keyOf = (userId: string): string => `aerie.demo-wallet.${userId}`
const isKey = (text: string | null): text is `0x${string}` => text !== null && /^0x[\da-f]{64}$/.test(text)

/** The key of a user's demo wallet in this browser; null where none was made, or logging out has emptied the storage. */
export function readDemoKey(userId: string): `0x${string}` | null {
  const text = readStored(keyOf(userId))
  return isKey(text) ? text : null
}

/**
 * Makes the key of a user's demo wallet where there is none. It stays in this browser: nothing sends it anywhere.
 *
 * @throws WalletFault where the browser cannot keep it: the wallet would be gone with the next page
 */
export function openDemoKey(userId: string): `0x${string}` {
  const known = readDemoKey(userId)
  if (known !== null) return known
  const made = generatePrivateKey()
  if (!writeStored(keyOf(userId), made)) throw new WalletFault('demo-not-kept')
  return made
}
