import type { CreateConnectorFn } from 'wagmi'
import { DEMO_WALLET_ID } from '../demo/demo-chain.ts'

export type LazyWallet = 'walletConnect' | 'coinbaseWalletSDK' | 'safe' | typeof DEMO_WALLET_ID

const LOADERS: Readonly<Record<LazyWallet, () => Promise<CreateConnectorFn>>> = {
  walletConnect: async () => (await import('./walletconnect-connector.ts')).walletConnectConnector(),
  coinbaseWalletSDK: async () => {
    const { coinbaseWallet } = await import('wagmi/connectors/coinbaseWallet')
    // Smart wallets only: the Coinbase phone app needs its own relay, which the page may not connect to.
    return coinbaseWallet({ appName: 'Aerie', preference: { options: 'smartWalletOnly', telemetry: false } })
  },
  [DEMO_WALLET_ID]: async () => (await import('../demo/demo-connector.ts')).demoConnector(),
  safe: async () => {
    const { safe } = await import('wagmi/connectors/safe')
    // Matched against the message origin, including the scheme.
    return safe({ allowedDomains: [/^https:\/\/app\.safe\.global$/], debug: false, unstable_getInfoTimeout: SAFE_INFO_TIMEOUT_MS })
  },
}

const LOADERS_BY_ID: ReadonlyMap<string, () => Promise<CreateConnectorFn>> = new Map(Object.entries(LOADERS))
const SAFE_INFO_TIMEOUT_MS = 10

export const loadConnector = (id: LazyWallet): Promise<CreateConnectorFn> => LOADERS[id]()

/** Null unless `id` is a lazy wallet. @throws WalletFault for the demo wallet outside the local chain */
export const lazyConnector = async (id: string | null | undefined): Promise<CreateConnectorFn | null> =>
  (await LOADERS_BY_ID.get(id ?? '')?.()) ?? null
