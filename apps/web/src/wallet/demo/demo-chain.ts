import type { ChainInfo } from '@aerie/wire/server-info'

/** The embedded chain of a server without a node of its own. Never the id of a chain where anything has a value. */
export const LOCAL_CHAIN_ID = 31_337
/** The demo wallet's name among connectors, and in storage. */
export const DEMO_WALLET_ID = 'aerieDemo'
/** What it calls itself. */
export const DEMO_WALLET_NAME = 'Demo wallet'

/** Whether the demo wallet exists here: only where the server says that its chain is the local one, by its flag and by its id. */
export const hasDemoWallet = (chain: Pick<ChainInfo, 'id' | 'is_local'> | null): boolean =>
  chain?.is_local === true && chain.id === LOCAL_CHAIN_ID
