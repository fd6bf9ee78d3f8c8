import type { ChainInfo } from '@aerie/wire/server-info'
import { type Chain, custom, defineChain, type EIP1193Provider, http, type PublicClient, type WalletClient } from 'viem'
import { type Config, type Connector, type CreateConnectorFn, createConfig, createStorage } from 'wagmi'
import {
  connect,
  disconnect,
  getConnection,
  getPublicClient,
  getWalletClient,
  reconnect,
  switchChain,
  watchConnectors,
} from 'wagmi/actions'
import { injected } from 'wagmi/connectors/injected'
import { isRejection, WalletFault } from '../wallet-errors.ts'
import { type Address, useWalletState, withWalletPrompt } from '../wallet-state.ts'
import * as WORDS from '../wallet-words.ts'
import { readChainConfig, rpcUrl } from './chain-config.ts'
import { lazyConnector } from './lazy-connectors.ts'

/** Wallets that this page can be joined to, and the chain they are to be on. One in a window. */
export type WalletRuntime = {
  readonly chain: ChainInfo
  /** Reads the chain: through this server where it has a node, else through the wallet. */
  readonly publicClient: PublicClient
  /** Wallets that announced themselves, and the browser's own `window.ethereum`. */
  readonly connectors: () => readonly Connector[]
  /** Hears of wallets that announce themselves later. @returns how to stop */
  readonly onConnectors: (listener: () => void) => () => void
  /**
   * Joins a wallet: one of `connectors()`, or one that was loaded on a click.
   *
   * @throws WalletFault, or what the wallet said
   */
  readonly connect: (connector: Connector | CreateConnectorFn) => Promise<Address>
  /** The account in use. @throws WalletFault where there is none */
  readonly current: () => Promise<Address>
  /** Brings the wallet to this server's chain, telling it of the chain where it has never heard of it. */
  readonly toRightChain: () => Promise<void>
  readonly sign: (message: string) => Promise<`0x${string}`>
  /**
   * Signs by an account of the wallet that the caller names, on whatever network it is.
   *
   * @param prompt shown while the wallet asks
   * @throws WalletFault, or what the wallet said
   */
  readonly signAs: (address: Address, message: string, prompt: string) => Promise<`0x${string}`>
  /** Signs and sends for the account in use. */
  readonly walletClient: () => Promise<WalletClient>
  readonly disconnect: () => Promise<void>
}

/** Asks the server for its chain and joins the wallet of an earlier visit again, without asking it for anything. */
export async function openWallet(): Promise<WalletRuntime> {
  const { chain } = await readChainConfig()
  if (chain === null) throw new WalletFault('no-chain')
  const config = configFor(chain)
  const recent = (await config.storage?.getItem('recentConnectorId')) ?? null
  let isLooking = recent === null
  const mirror = mirrorState(config, () => isLooking)
  useWalletState.setState({ chain })
  await joinRecent(config, recent)
  isLooking = false
  mirror()
  return runtimeOf(config, chain)
}

async function joinRecent(config: Config, recent: string | null): Promise<void> {
  const later = await laterOrNull(recent)
  await reconnect(config, later === null ? {} : { connectors: [...config.connectors, later] })
  takeStanding(config)
  if (recent === null || getConnection(config).status === 'connected') return
  if (config.connectors.some(({ id }) => id === recent)) return
  // An extension may announce itself only after this page has asked.
  const stop = watchConnectors(config, {
    onChange: (connectors) => {
      const found = connectors.find(({ id }) => id === recent)
      if (found === undefined) return
      stop()
      if (config.state.current === null) reconnect(config, { connectors: [found] }).catch((error: unknown) => reportError(error))
    },
  })
}

/** What was joined at the last visit may not exist any more: the demo wallet, once the server has a real chain. */
async function laterOrNull(recent: string | null): Promise<CreateConnectorFn | null> {
  try {
    return await lazyConnector(recent)
  } catch (error) {
    console.info('The wallet of the last visit is not offered here any more.', error)
    return null
  }
}

/** One that drops while others are still being joined leaves the library with connections and none of them in use. */
function takeStanding(config: Config): void {
  const { current, connections } = config.state
  const [first] = connections.keys()
  if (current === null && first !== undefined) config.setState((state) => ({ ...state, current: first, status: 'connected' }))
}

/** Names of storage: a wallet library's own key would be shared with whatever else runs on this address. */
const STORAGE_KEY = 'aerie.wallet'

function configFor(info: ChainInfo): Config {
  const chain = chainOf(info)
  const url = rpcUrl(info)
  const config: Config = createConfig({
    chains: [chain],
    connectors: [injected()],
    storage: createStorage({ storage: localStorage, key: STORAGE_KEY }),
    transports: { [chain.id]: url === null ? custom({ request: async (call) => (await providerOf(config)).request(call) }) : http(url) },
  })
  return config
}

function chainOf(info: ChainInfo): Chain {
  const url = rpcUrl(info) ?? PUBLIC_RPC[info.id]
  return defineChain({
    id: info.id,
    name: info.name,
    nativeCurrency: info.native_currency,
    rpcUrls: { default: { http: url === undefined ? [] : [url] } },
    ...(info.explorer === null ? {} : { blockExplorers: { default: { name: 'Explorer', url: info.explorer } } }),
  })
}

/** What a wallet is told that has never heard of the chain. This page itself never asks them. Source: docs.base.org. */
const PUBLIC_RPC: Readonly<Record<number, string>> = { 8453: 'https://mainnet.base.org', 84532: 'https://sepolia.base.org' }

async function providerOf(config: Config): Promise<EIP1193Provider> {
  const { connector, chainId } = getConnection(config)
  if (connector === undefined) throw new WalletFault('not-connected')
  // Read through a wallet on another network, a balance would be that network's.
  if (chainId !== config.chains[0].id) throw new WalletFault('wrong-chain')
  return (await connector.getProvider()) as EIP1193Provider // what every connector here gives
}

/**
 * Keeps what this window knows of the wallet as the library has it.
 *
 * @param isLooking whether the library looks only for wallets that let this page in, where none was joined before: nobody waits for that,
 *   and a button to connect one would be gone from under the user's hand for a moment
 * @returns mirrors it now
 */
function mirrorState(config: Config, isLooking: () => boolean): () => void {
  const mirror = () => {
    const { status, address, chainId, connector } = getConnection(config)
    const connections = config.state.connections.size
    // What an earlier page has noted is the name of a wallet only: until that has answered, it is not in use.
    const isJoined = typeof connector?.getProvider === 'function'
    useWalletState.setState({
      status: isLooking() && connections === 0 ? 'disconnected' : status,
      address: isJoined ? (address ?? null) : null,
      chainId: isJoined ? (chainId ?? null) : null,
      walletName: connector?.name ?? null,
      // By its type, which no extension chooses; its id an extension could announce.
      isDemo: isJoined && connector?.type === 'demo',
      connections,
    })
  }
  mirror()
  config.subscribe((state) => state, mirror)
  return mirror
}

function runtimeOf(config: Config, chain: ChainInfo): WalletRuntime {
  const publicClient = getPublicClient(config)
  if (publicClient === undefined) throw new WalletFault('no-chains')
  return {
    chain,
    publicClient: publicClient as PublicClient, // its type names the chain more narrowly
    connectors: () => config.connectors,
    onConnectors: (listener) => watchConnectors(config, { onChange: listener }),
    connect: (connector) => withWalletPrompt(WORDS.confirmConnection, () => connectTo(config, connector)),
    current: async () => {
      const { address, connector } = getConnection(config)
      if (address === undefined || connector === undefined) throw new WalletFault('not-connected')
      await config.storage?.setItem('recentConnectorId', connector.id)
      return address
    },
    toRightChain: () => toRightChain(config, chain),
    sign: (message) =>
      withWalletPrompt(WORDS.signMessage, async () => {
        const wallet = await getWalletClient(config)
        return wallet.signMessage({ account: wallet.account, message })
      }),
    signAs: (address, message, prompt) =>
      withWalletPrompt(prompt, async () =>
        (await getWalletClient(config, { account: address })).signMessage({ account: address, message }),
      ),
    walletClient: () => getWalletClient(config),
    disconnect: () => disconnectAll(config),
  }
}

async function connectTo(config: Config, connector: Connector | CreateConnectorFn): Promise<Address> {
  const { uid } = typeof connector === 'function' ? { uid: null } : connector
  const standing = uid === null ? undefined : config.state.connections.get(uid)
  if (standing !== undefined && uid !== null) {
    config.setState((state) => ({ ...state, current: uid }))
    // One that had let this page in before was joined without being chosen: from now on it is.
    await config.storage?.setItem('recentConnectorId', standing.connector.id)
    return standing.accounts[0]
  }
  const { accounts } = await connect(config, { connector })
  const [address] = accounts
  // What an old wallet answers instead of refusing.
  if (address === undefined) throw new Error('Accounts received is empty')
  return address
}

async function toRightChain(config: Config, { id, name }: ChainInfo): Promise<void> {
  if (getConnection(config).chainId === id) return
  await withWalletPrompt(WORDS.confirmNetworkChange(name), () => changeNetwork(config, id))
  if (getConnection(config).chainId !== id) throw new WalletFault('wrong-chain')
}

/** A refusal is told from one of another question. */
async function changeNetwork(config: Config, chainId: number): Promise<void> {
  try {
    await switchChain(config, { chainId })
  } catch (error) {
    throw isRejection(error) ? new WalletFault('network-rejected', error) : error
  }
}

async function disconnectAll(config: Config): Promise<void> {
  for (const { connector } of config.state.connections.values()) await disconnect(config, { connector })
}
