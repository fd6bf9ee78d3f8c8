import type { ChainInfo } from '@aerie/wire/server-info'
import { type Chain, custom, defineChain, type EIP1193Provider, http, numberToHex, type PublicClient, type WalletClient } from 'viem'
import { type Config, type Connector, type CreateConnectorFn, createConfig, createStorage } from 'wagmi'
import { connect, disconnect, getConnection, getPublicClient, getWalletClient, reconnect, watchConnectors } from 'wagmi/actions'
import { injected } from 'wagmi/connectors/injected'
import { BUSY, causesOf, hasCode, isRejection, WalletFault } from '../wallet-errors.ts'
import { type Address, PLAIN_INJECTED, useWalletState, withWalletPrompt } from '../wallet-state.ts'
import { readChainConfig, rpcUrl } from './chain-config.ts'
import { lazyConnector } from './lazy-connectors.ts'

export type WalletRuntime = {
  readonly chain: ChainInfo
  /** Reads the chain through this server if it has a node, else through the wallet. */
  readonly publicClient: PublicClient
  /** This browser's wallets without duplicates: announced ones, and `window.ethereum` if it is none of them. */
  readonly wallets: () => Promise<readonly Connector[]>
  /** Reports wallets that announce themselves later. @returns unsubscribe function */
  readonly onConnectors: (listener: () => void) => () => void
  /** @throws WalletFault, or the wallet's error */
  readonly connect: (connector: Connector | CreateConnectorFn) => Promise<Address>
  /** The current account. @throws WalletFault if there is none */
  readonly current: () => Promise<Address>
  readonly toRightChain: () => Promise<void>
  readonly sign: (message: string) => Promise<`0x${string}`>
  /** Signs with the given account, on any network. @throws WalletFault, or the wallet's error */
  readonly signAs: (address: Address, message: string, prompt: string) => Promise<`0x${string}`>
  readonly walletClient: () => Promise<WalletClient>
  readonly disconnect: () => Promise<void>
}

/** Loads the chain config and silently reconnects the wallet of an earlier visit. */
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
  selectRemaining(config)
  if (recent === null || getConnection(config).status === 'connected') return
  if (config.connectors.some(({ id }) => id === recent)) return
  // An extension may announce itself only after this page asked.
  const stop = watchConnectors(config, {
    onChange: (connectors) => {
      const found = connectors.find(({ id }) => id === recent)
      if (found === undefined) return
      stop()
      if (config.state.current === null) reconnect(config, { connectors: [found] }).catch((error: unknown) => reportError(error))
    },
  })
}

async function laterOrNull(recent: string | null): Promise<CreateConnectorFn | null> {
  try {
    return await lazyConnector(recent)
  } catch (error) {
    console.info('The wallet of the last visit is not offered here any more.', error)
    return null
  }
}

/** If a connection drops while others are reconnecting, wagmi keeps connections but has no current one. */
function selectRemaining(config: Config): void {
  const { current, connections } = config.state
  const [first] = connections.keys()
  if (current === null && first !== undefined) config.setState((state) => ({ ...state, current: first, status: 'connected' }))
}

/** Storage prefix: wagmi's default key would be shared with other apps on this origin. */
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

/** For wallets that do not know the chain yet; this page never calls them. Source: docs.base.org. */
const PUBLIC_RPC: Readonly<Record<number, string>> = { 8453: 'https://mainnet.base.org', 84532: 'https://sepolia.base.org' }

async function providerOf(config: Config): Promise<EIP1193Provider> {
  const { connector, chainId } = getConnection(config)
  if (connector === undefined) throw new WalletFault('not-connected')
  // Read through a wallet on another network, a balance would be that network's.
  if (chainId !== config.chains[0].id) throw new WalletFault('wrong-chain')
  return (await connector.getProvider()) as EIP1193Provider // every connector here returns EIP-1193
}

/** @param isLooking wagmi is only probing for authorized wallets: stay disconnected, so that the connect button does not flicker */
function mirrorState(config: Config, isLooking: () => boolean): () => void {
  const mirror = () => {
    const { status, address, chainId, connector } = getConnection(config)
    const connections = config.state.connections.size
    // Restored from storage, a connector is only a name: not connected until the wallet responds.
    const isJoined = typeof connector?.getProvider === 'function'
    useWalletState.setState({
      status: isLooking() && connections === 0 ? 'disconnected' : status,
      address: isJoined ? (address ?? null) : null,
      chainId: isJoined ? (chainId ?? null) : null,
      walletName: connector?.name ?? null,
      // Check the type: extensions choose their id but not their type.
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
    publicClient: publicClient as PublicClient, // the inferred type is narrower about the chain
    wallets: () => walletsOf(config.connectors),
    onConnectors: (listener) => watchConnectors(config, { onChange: listener }),
    connect: (connector) => withWalletPrompt('Confirm the connection in your wallet', () => connectTo(config, connector)),
    current: async () => {
      const { address, connector } = getConnection(config)
      if (address === undefined || connector === undefined) throw new WalletFault('not-connected')
      await config.storage?.setItem('recentConnectorId', connector.id)
      return address
    },
    toRightChain: () => toRightChain(config),
    sign: (message) =>
      withWalletPrompt('Sign the message in your wallet', async () => {
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
  const existing = uid === null ? undefined : config.state.connections.get(uid)
  if (existing !== undefined && uid !== null) {
    config.setState((state) => ({ ...state, current: uid }))
    // Reconnected automatically before; now chosen explicitly.
    await config.storage?.setItem('recentConnectorId', existing.connector.id)
    return existing.accounts[0]
  }
  const { accounts } = await connect(config, { connector })
  const [address] = accounts
  // Some old wallets return no accounts instead of rejecting.
  if (address === undefined) throw new Error('Accounts received is empty')
  return address
}

async function toRightChain(config: Config): Promise<void> {
  const { connector, chainId } = getConnection(config)
  const [chain] = config.chains
  if (connector === undefined) throw new WalletFault('not-connected')
  if (chainId === chain.id) return
  const provider = (await connector.getProvider()) as EIP1193Provider // every connector here returns EIP-1193
  await withWalletPrompt(`Confirm the change to ${chain.name} in your wallet`, () => switchNetwork(provider, chain))
  // Not every wallet emits the event that wagmi waits for.
  connector.emitter.emit('change', { chainId: chain.id })
}

/**
 * Extensions may announce themselves twice, under one name or with a new id each time. `window.ethereum` is usually an announced provider
 * or a proxy for several; otherwise it is a wallet without EIP-6963.
 */
async function walletsOf(connectors: readonly Connector[]): Promise<readonly Connector[]> {
  const isFirst = (one: Connector, index: number) => connectors.findIndex(({ id, name }) => id === one.id && name === one.name) === index
  const own = connectors.filter((one, index) => one.id !== PLAIN_INJECTED && isFirst(one, index))
  const plain = connectors.find(({ id }) => id === PLAIN_INJECTED)
  const provider = plain && (await providerOrNull(plain))
  if (plain === undefined || provider === undefined || provider === null) return own
  const known = await Promise.all(own.map(providerOrNull))
  return behindPlain(provider).every((one) => known.includes(one)) ? own : [...own, plain]
}

const providerOrNull = (connector: Connector): Promise<unknown> => connector.getProvider().catch(() => null)

function behindPlain(provider: unknown): readonly unknown[] {
  const several: unknown = typeof provider === 'object' && provider !== null ? Reflect.get(provider, 'providers') : undefined
  return Array.isArray(several) && several.length > 0 ? several : [provider]
}

async function disconnectAll(config: Config): Promise<void> {
  for (const { connector } of config.state.connections.values()) await disconnect(config, { connector })
}

/** If the wallet has not switched within this time after approval, it counts as unchanged. */
const CHANGED_WITHIN_MS = 10_000
/** Polling interval: some wallets switch without an event. */
const LOOK_EVERY_MS = 500

/** EIP-1193: unauthorized; disconnected from all chains. */
const NOT_NOW = [BUSY, 4100, 4900] as const
/** EIP-1193 and JSON-RPC: unsupported method. */
const UNSUPPORTED = [4200, -32_601] as const
const UNSUPPORTED_MESSAGES = /not implemented|method .{0,40}not (?:found|supported|available)|method .{0,40}does not exist/i

/**
 * The standard code for an unknown network is 4902, but wallets also return -32603 or -32600, the code as text or nested, and localized
 * messages. So every other failure counts as an unknown network: adding one prompts the user anyway.
 * @throws WalletFault; the wallet's error while it cannot handle any request
 */
export async function switchNetwork(provider: EIP1193Provider, chain: Chain): Promise<void> {
  const changed = Promise.withResolvers<true>()
  const onChange = (id: string): void => void (Number(id) === chain.id && changed.resolve(true))
  provider.on('chainChanged', onChange)
  try {
    // A wallet may switch without answering the request.
    await Promise.race([changed.promise, ask(provider, chain)])
    if (!(await arrives(provider, chain.id, changed.promise))) throw new WalletFault('network-unchanged')
  } finally {
    provider.removeListener('chainChanged', onChange)
  }
}

async function ask(provider: EIP1193Provider, chain: Chain): Promise<void> {
  if (await askToSwitch(provider, chain)) return
  await askToAdd(provider, chain)
  // A wallet may add a network without switching to it.
  if (!(await isOn(provider, chain.id))) await askToSwitchToAdded(provider, chain)
}

async function askToSwitch(provider: EIP1193Provider, chain: Chain): Promise<boolean> {
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: numberToHex(chain.id) }] })
    return true
  } catch (error) {
    if (isRejection(error)) throw new WalletFault('network-rejected', error)
    if (hasCode(error, ...NOT_NOW)) throw error
    if (isUnsupported(error)) throw new WalletFault('switch-unsupported', error)
    return false
  }
}

const isUnsupported = (error: unknown): boolean =>
  hasCode(error, ...UNSUPPORTED) || causesOf(error).some((cause) => cause instanceof Error && UNSUPPORTED_MESSAGES.test(cause.message))

async function askToAdd(provider: EIP1193Provider, { id, name, nativeCurrency, rpcUrls, blockExplorers }: Chain): Promise<void> {
  const described = {
    chainId: numberToHex(id),
    chainName: name,
    nativeCurrency,
    rpcUrls: rpcUrls.default.http,
    ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
  }
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [described] })
  } catch (error) {
    if (isRejection(error)) throw new WalletFault('network-rejected', error)
    throw hasCode(error, ...NOT_NOW) ? error : new WalletFault('chain-not-configured', error)
  }
}

async function askToSwitchToAdded(provider: EIP1193Provider, chain: Chain): Promise<void> {
  try {
    if (!(await askToSwitch(provider, chain))) throw new WalletFault('chain-not-configured')
  } catch (error) {
    throw error instanceof WalletFault && error.code === 'network-rejected' ? new WalletFault('add-rejected', error.cause) : error
  }
}

async function isOn(provider: EIP1193Provider, chainId: number): Promise<boolean> {
  try {
    return Number(await provider.request({ method: 'eth_chainId' })) === chainId
  } catch {
    return false // a switching wallet may not answer
  }
}

async function arrives(provider: EIP1193Provider, chainId: number, changed: Promise<true>): Promise<boolean> {
  const found = Promise.withResolvers<boolean>()
  const look = async (): Promise<void> => void ((await isOn(provider, chainId)) && found.resolve(true))
  const looking = setInterval(() => void look(), LOOK_EVERY_MS)
  const deadline = setTimeout(() => found.resolve(false), CHANGED_WITHIN_MS)
  void look()
  try {
    return await Promise.race([changed, found.promise])
  } finally {
    clearInterval(looking)
    clearTimeout(deadline)
  }
}
