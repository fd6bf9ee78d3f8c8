import { type Chain, type EIP1193Provider, numberToHex } from 'viem'
import { BUSY, causesOf, hasCode, isRejection, WalletFault } from '../wallet-errors.ts'

/** A wallet that has agreed is on the new network within this, or is taken not to have changed. */
const CHANGED_WITHIN_MS = 10_000
/** Some wallets change without an event. */
const LOOK_EVERY_MS = 500

/** EIP-1193: the page is not let in; the wallet is connected to nothing. */
const NOT_NOW = [BUSY, 4100, 4900] as const
/** EIP-1193 and JSON-RPC: no such method. */
const UNSUPPORTED = [4200, -32_601] as const
const UNSUPPORTED_WORDS = /not implemented|method .{0,40}not (?:found|supported|available)|method .{0,40}does not exist/i

/**
 * Brings a wallet to a network, telling it of the network where it does not know it, and waits until it is there.
 *
 * A missing network has the code 4902 in the standard alone. Wallets also answer -32603 or -32600, the code as text or inside another
 * error, and words in their user's language. So every failure that is none of the others is taken for it: adding a network asks the user.
 *
 * @throws WalletFault; what the wallet said while it can do nothing at all
 */
export async function switchNetwork(provider: EIP1193Provider, chain: Chain): Promise<void> {
  const changed = Promise.withResolvers<true>()
  const onChange = (id: string): void => void (Number(id) === chain.id && changed.resolve(true))
  provider.on('chainChanged', onChange)
  try {
    // A wallet that has changed may leave the request without an answer.
    await Promise.race([changed.promise, ask(provider, chain)])
    if (!(await arrives(provider, chain.id, changed.promise))) throw new WalletFault('network-unchanged')
  } finally {
    provider.removeListener('chainChanged', onChange)
  }
}

async function ask(provider: EIP1193Provider, chain: Chain): Promise<void> {
  if (await askToSwitch(provider, chain)) return
  await askToAdd(provider, chain)
  // A wallet may add a network without changing to it.
  if (!(await isOn(provider, chain.id))) await askToSwitchToAdded(provider, chain)
}

/** @returns whether the wallet knows the network */
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
  hasCode(error, ...UNSUPPORTED) || causesOf(error).some((cause) => cause instanceof Error && UNSUPPORTED_WORDS.test(cause.message))

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
    return false // a wallet that is changing may not answer
  }
}

/** Whether the wallet is on the network within the deadline: by its event, or by its own answer where it sends none. */
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
