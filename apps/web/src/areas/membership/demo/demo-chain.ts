import type { ChainInfo } from '@aerie/wire/server-info'

/** Embedded chain of a server without its own node. Never the id of a chain with real value. */
export const LOCAL_CHAIN_ID = 31_337
export const DEMO_WALLET_ID = 'aerieDemo'
export const DEMO_WALLET_NAME = 'Demo wallet'

/** The demo wallet exists only if the server reports the local chain, by both flag and id. */
export const hasDemoWallet = (chain: Pick<ChainInfo, 'id' | 'is_local'> | null): boolean =>
  chain?.is_local === true && chain.id === LOCAL_CHAIN_ID
