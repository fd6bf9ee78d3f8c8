import type { Connector, CreateConnectorFn } from 'wagmi'
import { type LaterWallet, loadConnector } from '../../wallet/later-connectors.ts'

/** One way to connect, as it stands in the list. */
export type WalletChoice = {
  readonly id: string
  /** Text of a stranger for wallets that announce themselves. */
  readonly name: string
  /** A picture in the page itself, never one that has to be fetched. */
  readonly icon: string | null
  /** Why it cannot be chosen here and now, and what works instead; null: it can. */
  readonly off: string | null
  /** @returns what is connected; a wallet's code is loaded here */
  readonly load: () => Promise<Connector | CreateConnectorFn>
}

/** What the list is made of. */
export type Surroundings = {
  readonly announced: readonly Connector[]
  readonly hasInjected: boolean
  readonly isFramed: boolean
  readonly projectId: string | null
  readonly isLocal: boolean
  /** Whether the operator lets Safe's page show this one. */
  readonly isSafeApp: boolean
}

const METAMASK = /^io\.metamask(\.|$)/
const COINBASE = /^com\.coinbase\.wallet$/
/** wagmi's name for `window.ethereum`, whoever is behind it. */
const PLAIN_INJECTED = 'injected'
/** An icon is a data: URL by EIP-6963; a longer one than this is no icon. */
const LONGEST_ICON = 200_000

/** The three of SPEC.md section 2 first, then every other wallet of this browser by its own name, and Safe. */
export function walletChoices({ announced, hasInjected, projectId, isLocal, ...surroundings }: Surroundings): readonly WalletChoice[] {
  const own = announced.filter(({ id }) => id !== PLAIN_INJECTED)
  const metaMask = own.find(({ id }) => METAMASK.test(id))
  const coinbase = own.find(({ id }) => COINBASE.test(id))
  const plain = own.length === 0 && hasInjected ? announced.find(({ id }) => id === PLAIN_INJECTED) : undefined
  return [
    metaMask === undefined
      ? absent(
          'metamask',
          'Metamask',
          'Not found in this browser. Install its extension and reload, or connect its phone app by Wallet Connect.',
        )
      : { ...choiceOf(metaMask), name: 'Metamask' },
    projectId === null
      ? absent('walletConnect', 'Wallet Connect', 'Off: the operator of this server has set no project id (WALLETCONNECT_PROJECT_ID).')
      : later('walletConnect', 'Wallet Connect'),
    coinbase === undefined ? coinbaseByPopup(isLocal) : { ...choiceOf(coinbase), name: 'Coinbase Wallet' },
    ...own.filter((one) => one !== metaMask && one !== coinbase).map(choiceOf),
    ...(plain === undefined ? [] : [{ ...choiceOf(plain), name: 'Browser wallet' }]),
    safeChoice({ isLocal, ...surroundings }),
  ]
}

/** A Safe is reached from inside its own page, which has to be allowed to frame this one. */
function safeChoice({ isLocal, isSafeApp, isFramed }: Pick<Surroundings, 'isLocal' | 'isSafeApp' | 'isFramed'>): WalletChoice {
  if (isLocal) return absent('safe', 'Safe', 'There is no Safe on the local chain of this server.')
  if (!isSafeApp)
    return absent(
      'safe',
      'Safe',
      'Off: these pages may not be shown inside another, which keeps false pages away. The operator of this server can let app.safe.global do so (SAFE_APP); Wallet Connect reaches a Safe too.',
    )
  if (!isFramed) return absent('safe', 'Safe', 'Open app.safe.global, add this address there as a custom app, and connect inside it.')
  return later('safe', 'Safe')
}

const coinbaseByPopup = (isLocal: boolean): WalletChoice =>
  isLocal
    ? absent(
        'coinbaseWalletSDK',
        'Coinbase Wallet',
        'Its website does not know the local chain of this server. Its browser extension does: install it and reload.',
      )
    : later('coinbaseWalletSDK', 'Coinbase Wallet')

/** The icon, if it is a picture that comes with the page and is small enough to be one. */
export const safeIcon = (icon: string | undefined): string | null =>
  icon !== undefined && icon.length <= LONGEST_ICON && /^data:image\/(png|svg\+xml|webp|jpeg|gif)[;,]/.test(icon.trim())
    ? icon.trim()
    : null

const choiceOf = (connector: Connector): WalletChoice => ({
  id: connector.uid,
  name: connector.name,
  icon: safeIcon(connector.icon),
  off: null,
  load: async () => connector,
})
const later = (id: LaterWallet, name: string): WalletChoice => ({ id, name, icon: null, off: null, load: () => loadConnector(id) })
const absent = (id: string, name: string, off: string): WalletChoice => ({
  id,
  name,
  icon: null,
  off,
  load: async () => {
    throw new Error(`${name} cannot be chosen: ${off}`)
  },
})
