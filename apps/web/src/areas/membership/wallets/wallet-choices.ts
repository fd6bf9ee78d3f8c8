import type { Connector, CreateConnectorFn } from 'wagmi'
import { type LazyWallet, loadConnector } from '../connection/lazy-connectors.ts'
import { DEMO_WALLET_ID } from '../demo/demo-chain.ts'
import { PLAIN_INJECTED } from '../wallet-state.ts'

/** `next` is the user's next step; `install` is a download link. */
export type WalletObstacle = { readonly state: string; readonly next: string; readonly install: string | null }

export type WalletChoice = {
  readonly id: string
  /** Untrusted text for wallets that announce themselves. */
  readonly name: string
  /** From this site or inline; never loaded from another site. */
  readonly icon: string | null
  /** Reverse domain name (EIP-6963 rdns), to distinguish wallets of the same name. */
  readonly maker?: string | undefined
  readonly obstacle: WalletObstacle | null
  /** Loads the wallet's code. @returns connector */
  readonly load: () => Promise<Connector | CreateConnectorFn>
}

export type WalletChoices = {
  readonly detected: readonly WalletChoice[]
  readonly demo: WalletChoice | null
  readonly more: readonly WalletChoice[]
  readonly unavailable: readonly WalletChoice[]
}

export type Surroundings = {
  readonly own: readonly Connector[]
  readonly isFramed: boolean
  readonly projectId: string | null
  readonly isLocal: boolean
  readonly hasDemo: boolean
  /** Whether the operator allows Safe to frame this page. */
  readonly isSafeApp: boolean
}

/** Each MetaMask build has its own id, e.g. `io.metamask.flask`. */
const METAMASK = /^io\.metamask(\.|$)/
const COINBASE = /^com\.coinbase\.wallet$/
/** Icons are data: URLs (EIP-6963); longer ones are rejected. */
const LONGEST_ICON = 200_000
const INSTALL = { metamask: 'https://metamask.io/download', coinbase: 'https://www.coinbase.com/wallet/downloads' } as const

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

/** Fixed names are in docs/product.md. Other builds or wallets under that id keep their own name and icon. */
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
    obstacle: {
      state: 'Not installed',
      next:
        projectId === null
          ? 'Install the MetaMask extension, then reload this page.'
          : 'Install the MetaMask extension and reload this page, or connect its phone app by Wallet Connect.',
      install: INSTALL.metamask,
    },
  })

function walletConnect({ projectId }: Surroundings): WalletChoice {
  const of = { id: 'walletConnect', name: 'Wallet Connect', icon: iconOf('wallet-connect') } as const
  if (projectId !== null) return lazyChoice(of.id, of.name, of.icon)
  return absent({
    ...of,
    obstacle: {
      state: 'Not available',
      next: 'Wallet Connect is not available on this server. Use a wallet in this browser instead.',
      install: null,
    },
  })
}

/** On the local chain only through its extension: the website does not know that chain. */
function coinbase({ isLocal }: Surroundings): WalletChoice {
  const of = { id: 'coinbaseWalletSDK', name: 'Coinbase Wallet', icon: iconOf('coinbase') } as const
  if (!isLocal) return lazyChoice(of.id, of.name, of.icon)
  return absent({
    ...of,
    obstacle: {
      state: 'Not installed',
      next: 'On the local chain, Coinbase Wallet works as an extension. Install it, then reload this page.',
      install: INSTALL.coinbase,
    },
  })
}

/** A Safe connects only inside its own page, which must be allowed to frame this one. */
function safeChoice({ isLocal, isSafeApp, isFramed }: Surroundings): WalletChoice {
  const of = { id: 'safe', name: 'Safe', icon: iconOf('safe') } as const
  const off = (text: string) => absent({ ...of, obstacle: { state: 'Not available', next: text, install: null } })
  if (isLocal) return off('Safe does not support the local chain. Use another wallet here.')
  if (!isSafeApp) return off('Safe cannot open this site as an app. Use Wallet Connect to connect a Safe, or another wallet.')
  return isFramed
    ? lazyChoice(of.id, of.name, of.icon)
    : off('Open app.safe.global, add this address as a custom app, and connect from there.')
}

/** Accepts only a small inline image. */
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
