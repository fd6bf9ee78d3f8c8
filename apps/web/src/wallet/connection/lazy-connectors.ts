import type { CreateConnectorFn } from 'wagmi'
import { DEMO_WALLET_ID } from '../demo/demo-chain.ts'

/** Wallets whose code is loaded when they are chosen; and again where one was joined at the last visit. */
export type LazyWallet = 'walletConnect' | 'coinbaseWalletSDK' | 'safe' | typeof DEMO_WALLET_ID

const LOADERS: Readonly<Record<LazyWallet, () => Promise<CreateConnectorFn>>> = {
  walletConnect: async () => (await import('./walletconnect-connector.ts')).walletConnectConnector(),
  coinbaseWalletSDK: async () => {
    const { coinbaseWallet } = await import('wagmi/connectors/coinbaseWallet')
    // Its phone app would be reached by a relay of its own, which the page may not speak to.
    return coinbaseWallet({ appName: 'Aerie', preference: { options: 'smartWalletOnly', telemetry: false } })
  },
  [DEMO_WALLET_ID]: async () => (await import('../demo/demo-connector.ts')).demoConnector(),
  safe: async () => {
    const { safe } = await import('wagmi/connectors/safe')
    // Compared with the origin of a message, scheme and all.
    return safe({ allowedDomains: [/^https:\/\/app\.safe\.global$/], debug: false, unstable_getInfoTimeout: SAFE_INFO_TIMEOUT_MS })
  },
}

const LOADERS_BY_ID: ReadonlyMap<string, () => Promise<CreateConnectorFn>> = new Map(Object.entries(LOADERS))
const SAFE_INFO_TIMEOUT_MS = 10

/** Loads the code of one of them. */
export const loadConnector = (id: LazyWallet): Promise<CreateConnectorFn> => LOADERS[id]()

/**
 * The connector of `id`, where it is one of those that come later; else null.
 *
 * @throws WalletFault where it does not exist on this server: the demo wallet away from the local chain
 */
export const lazyConnector = async (id: string | null | undefined): Promise<CreateConnectorFn | null> =>
  (await LOADERS_BY_ID.get(id ?? '')?.()) ?? null
