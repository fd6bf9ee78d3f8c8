import type { ChainInfo } from '@aerie/wire/server-info'
import { create } from 'zustand'
export type WalletStatus = 'connecting' | 'reconnecting' | 'connected' | 'disconnected'
/** wagmi's id of `window.ethereum`, whichever wallet is behind it. */
export const PLAIN_INJECTED = 'injected'
/** An account's address. */
export type Address = `0x${string}`

type WalletState = {
  readonly status: WalletStatus
  /** The account in use, in the wallet's own spelling; null while there is none. */
  readonly address: Address | null
  /** The chain that the wallet is on; null while there is none. */
  readonly chainId: number | null
  /** The wallet program's own name, which is text of a stranger. */
  readonly walletName: string | null
  /** Whether it is the demo wallet of the local chain. */
  readonly isDemo: boolean
  /** How many connections stand: when the one in use drops, another takes its place. */
  readonly connections: number
  /** This server's chain; null until it is known. */
  readonly chain: ChainInfo | null
  /** What the wallet has been asked and has not answered yet, in words: "Sign in with your wallet". */
  readonly request: string | null
  /** Why wallets cannot be used at all now, in words; null while they can, or while nothing has been tried. */
  readonly fault: string | null
}

/** What this window knows of the wallet. Filled by the runtime, which is loaded when a wallet is first used. */
export const useWalletState = create<WalletState>(() => ({
  status: 'disconnected',
  address: null,
  chainId: null,
  walletName: null,
  isDemo: false,
  connections: 0,
  chain: null,
  request: null,
  fault: null,
}))

/** Shows `words` while the wallet prompts its user. */
export async function withWalletPrompt<T>(words: string, work: () => Promise<T>): Promise<T> {
  useWalletState.setState({ request: words })
  try {
    return await work()
  } finally {
    useWalletState.setState((state) => (state.request === words ? { request: null } : {}))
  }
}

/** Whether two spellings are of one address; false where either is missing. */
export const isSameAddress = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
