import type { Connector, CreateConnectorFn } from 'wagmi'
import { type LazyWallet, loadConnector } from '../../wallet/connection/lazy-connectors.ts'
import { DEMO_WALLET_ID } from '../../wallet/demo/demo-chain.ts'
import { PLAIN_INJECTED } from '../../wallet/wallet-state.ts'
import { WALLET_WORDS } from './wallet-words.ts'

/** Why a wallet cannot be chosen here and now, in a word and in the user's next step; `install` is where to get it. */
export type WalletObstacle = { readonly state: string; readonly next: string; readonly install: string | null }

/** One way to connect, as it stands in the list. */
export type WalletChoice = {
  readonly id: string
  /** Text of a stranger for wallets that announce themselves. */
  readonly name: string
  /** A picture of this site or in the page itself, never one of another site. */
  readonly icon: string | null
  /** Tells it from another wallet of the same name: its maker's domain in reverse, as it announces it. */
  readonly maker?: string | undefined
  /** Null: it can be chosen. */
  readonly obstacle: WalletObstacle | null
  /** @returns what is connected; a wallet's code is loaded here */
  readonly load: () => Promise<Connector | CreateConnectorFn>
}

/** The list in the order in which it is shown: what is in this browser, the demo wallet, what else works here, and what does not. */
export type WalletChoices = {
  readonly detected: readonly WalletChoice[]
  /** On the local chain only. */
  readonly demo: WalletChoice | null
  readonly more: readonly WalletChoice[]
  readonly unavailable: readonly WalletChoice[]
}

/** What the list is made of. */
export type Surroundings = {
  /** Wallets of this browser, each once. */
  readonly own: readonly Connector[]
  readonly isFramed: boolean
  readonly projectId: string | null
  readonly isLocal: boolean
  /** Whether the demo wallet exists here. */
  readonly hasDemo: boolean
  /** Whether the operator lets Safe's page show this one. */
  readonly isSafeApp: boolean
}

/** Each build of MetaMask has a name of its own: `io.metamask.flask`. */
const METAMASK = /^io\.metamask(\.|$)/
const COINBASE = /^com\.coinbase\.wallet$/
/** An icon is a data: URL by EIP-6963; a longer one than this is no icon. */
const LONGEST_ICON = 200_000
const INSTALL = { metamask: 'https://metamask.io/download', coinbase: 'https://www.coinbase.com/wallet/downloads' } as const

/** The wallets of docs/product.md, those of this browser by their own names, Safe, and the demo wallet of the local chain. */
export function walletChoices(surroundings: Surroundings): WalletChoices {
  const { own, hasDemo } = surroundings
  const named = own.map((one) => ({ ...choiceOf(one), ...fixedName(one) }))
  const isShared = (name: string): boolean => named.filter((one) => one.name === name).length > 1
  const rest = [
    ...(own.some(({ id }) => METAMASK.test(id)) ? [] : [metaMask(surroundings)]),
    walletConnect(surroundings),
    ...(own.some(({ id }) => COINBASE.test(id)) ? [] : [coinbase(surroundings)]),
    safeChoice(surroundings),
  ]
  return {
    detected: named.map((choice, index) => (isShared(choice.name) ? { ...choice, maker: own[index]?.id } : choice)),
    demo: hasDemo ? lazyChoice(DEMO_WALLET_ID, 'Demo wallet', null) : null,
    more: rest.filter(({ obstacle }) => obstacle === null),
    unavailable: rest.filter(({ obstacle }) => obstacle !== null),
  }
}

const iconOf = (name: string): string => `/wallets/${name}.svg`
const { next, state } = WALLET_WORDS

/** Wallets with a fixed name (docs/product.md). Another build, or another wallet under that id, keeps the name and picture it has. */
function fixedName({ id, name }: Connector): Partial<WalletChoice> {
  if (id === PLAIN_INJECTED) return { name: 'Browser wallet' }
  if (id === 'io.metamask' && /^metamask$/i.test(name)) return { name: 'Metamask', icon: iconOf('metamask') }
  if (COINBASE.test(id) && /^coinbase wallet$/i.test(name)) return { name: 'Coinbase Wallet', icon: iconOf('coinbase') }
  return {}
}

const metaMask = ({ projectId }: Surroundings): WalletChoice =>
  absent({
    id: 'metamask',
    name: 'Metamask',
    icon: iconOf('metamask'),
    obstacle: { state: state.absent, next: projectId === null ? next.metamask : next.metamaskOrPhone, install: INSTALL.metamask },
  })

function walletConnect({ projectId }: Surroundings): WalletChoice {
  const of = { id: 'walletConnect', name: 'Wallet Connect', icon: iconOf('wallet-connect') } as const
  if (projectId !== null) return lazyChoice(of.id, of.name, of.icon)
  return absent({ ...of, obstacle: { state: state.off, next: next.walletConnect, install: null } })
}

/** On the local chain by its extension only: its website does not know that chain. */
function coinbase({ isLocal }: Surroundings): WalletChoice {
  const of = { id: 'coinbaseWalletSDK', name: 'Coinbase Wallet', icon: iconOf('coinbase') } as const
  if (!isLocal) return lazyChoice(of.id, of.name, of.icon)
  return absent({ ...of, obstacle: { state: state.absent, next: next.coinbaseLocal, install: INSTALL.coinbase } })
}

/** A Safe is reached from inside its own page, which has to be allowed to frame this one. */
function safeChoice({ isLocal, isSafeApp, isFramed }: Surroundings): WalletChoice {
  const of = { id: 'safe', name: 'Safe', icon: iconOf('safe') } as const
  const off = (words: string) => absent({ ...of, obstacle: { state: state.off, next: words, install: null } })
  if (isLocal) return off(next.safeLocal)
  if (!isSafeApp) return off(next.safeOff)
  return isFramed ? lazyChoice(of.id, of.name, of.icon) : off(next.safeOpen)
}

/** The icon, if it is a picture that comes with the page and is small enough to be one. */
export const safeIcon = (icon: string | undefined): string | null =>
  icon !== undefined && icon.length <= LONGEST_ICON && /^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/.test(icon.trim())
    ? icon.trim()
    : null

const choiceOf = (connector: Connector): WalletChoice => ({
  id: connector.uid,
  name: connector.name,
  icon: safeIcon(connector.icon),
  obstacle: null,
  load: async () => connector,
})
const lazyChoice = (id: LazyWallet, name: string, icon: string | null): WalletChoice => ({
  id,
  name,
  icon,
  obstacle: null,
  load: () => loadConnector(id),
})
const absent = (of: Omit<WalletChoice, 'load'>): WalletChoice => ({
  ...of,
  load: async () => {
    throw new Error(`${of.name} cannot be chosen here`)
  },
})
