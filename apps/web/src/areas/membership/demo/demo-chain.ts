import type { ChainInfo } from '@aerie/wire/server-info'
import { readStored, writeStored } from '../../../platform/storage/storage.ts'

/** Embedded chain of a server without its own node. Never the id of a chain with real value. */
export const LOCAL_CHAIN_ID = 31_337
export const DEMO_WALLET_ID = 'aerieDemo'
export const DEMO_WALLET_NAME = 'Demo wallet'

/** The demo wallet exists only if the server reports the local chain, by both flag and id. */
export const hasDemoWallet = (chain: Pick<ChainInfo, 'id' | 'is_local'> | null): boolean =>
  chain?.is_local === true && chain.id === LOCAL_CHAIN_ID

const keyOf = (userId: string): string => `aerie.demo-wallet.${userId}`
const isKey = (text: string | null): text is `0x${string}` => text !== null && /^0x[\da-f]{64}$/.test(text)

/** Null if none was created, or if logout cleared the storage. */
export function readDemoKey(userId: string): `0x${string}` | null {
  const text = readStored(keyOf(userId))
  return isKey(text) ? text : null
}

/** The key never leaves this browser. @returns whether the browser keeps it */
export const storeDemoKey = (userId: string, key: `0x${string}`): boolean => writeStored(keyOf(userId), key)
