import { UniversalProvider } from '@walletconnect/universal-provider'
import { type Chain, getAddress } from 'viem'
import { type CreateConnectorFn, createConnector } from 'wagmi'
import { WalletFault } from '../wallet-errors.ts'
import { readChainConfig } from './chain-config.ts'
import { closePairing, openPairing } from './walletconnect-pairing.ts'

const NAMESPACE = 'eip155'
const METHODS = ['eth_sendTransaction', 'personal_sign', 'eth_signTypedData_v4', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
const EVENTS = ['chainChanged', 'accountsChanged']

/** Without WalletConnect's modal: this page draws the QR code. @throws WalletFault if the operator has set no project id */
export async function walletConnectConnector(): Promise<CreateConnectorFn> {
  const { walletconnect_project_id: projectId } = await readChainConfig()
  if (projectId === null) throw new WalletFault('no-project-id')
  return walletConnectOf(() => initProvider(projectId))
}

type Provider = Awaited<ReturnType<typeof UniversalProvider.init>>

const initProvider = (projectId: string): Promise<Provider> =>
  UniversalProvider.init({
    projectId,
    metadata: { name: 'Aerie', description: 'Crypto trading terminal', url: location.origin, icons: [`${location.origin}/icon.svg`] },
    disableProviderPing: true,
    telemetryEnabled: false,
    logger: 'error',
  })

export function walletConnectOf(open: () => Promise<Provider>): CreateConnectorFn {
  let opening: Promise<Provider> | undefined
  return createConnector<Provider>((config) => {
    const provider = () => {
      opening ??= open().then(follow)
      return opening
    }
    const follow = (opened: Provider): Provider => {
      opened.on('accountsChanged', onAccountsChanged)
      opened.on('chainChanged', onChainChanged)
      opened.on('session_delete', onDisconnect)
      opened.on('display_uri', (uri: string) => openPairing(uri, () => opened.abortPairingAttempt()))
      return opened
    }
    const onAccountsChanged = (accounts: string[]): void => {
      if (accounts.length === 0) onDisconnect()
      else config.emitter.emit('change', { accounts: accounts.map(accountOf) })
    }
    const onChainChanged = (chainId: string): void => config.emitter.emit('change', { chainId: Number(chainId) })
    const onDisconnect = (): void => config.emitter.emit('disconnect')

    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      // biome-ignore lint/suspicious/noExplicitAny: wagmi's own type of the answer depends on a capability that is not asked for here
      async connect(): Promise<any> {
        const opened = await provider()
        if (opened.session === undefined) await pair(opened, config.chains[0])
        return { accounts: accountsIn(opened), chainId: chainIdIn(opened) }
      },
      disconnect: async () => (await provider()).disconnect(),
      getAccounts: async () => accountsIn(await provider()),
      getChainId: async () => chainIdIn(await provider()),
      getProvider: provider,
      isAuthorized: async () => (await provider()).session !== undefined,
      onAccountsChanged,
      onChainChanged,
      onDisconnect,
    }
  })
}

async function pair(provider: Provider, chain: Chain): Promise<void> {
  // Only this server's own node: the page may not reach the chain's other RPC URLs.
  const url = chain.rpcUrls.default.http.find((one) => one.startsWith(location.origin))
  const wanted = {
    chains: [`${NAMESPACE}:${chain.id}`],
    methods: METHODS,
    events: EVENTS,
    ...(url === undefined ? {} : { rpcMap: { [chain.id]: url } }),
  }
  try {
    await provider.connect({ optionalNamespaces: { [NAMESPACE]: wanted } })
  } finally {
    closePairing()
  }
}

/** CAIP-10 account: `eip155:8453:0x…`. */
const accountOf = (name: string) => getAddress(name.split(':').at(-1) ?? '')
const accountNames = ({ session }: Provider): readonly string[] => session?.namespaces[NAMESPACE]?.accounts ?? []
const accountsIn = (provider: Provider) => [...new Set(accountNames(provider).map(accountOf))]

function chainIdIn(provider: Provider): number {
  const named = provider.rpcProviders[NAMESPACE]?.getDefaultChain() ?? accountNames(provider)[0]?.split(':')[1]
  if (named === undefined) throw new WalletFault('no-chains')
  return Number(named)
}
