import type { ChainInfo } from '@aerie/wire/server-info'
import { create } from 'zustand'
export type WalletStatus = 'connecting' | 'reconnecting' | 'connected' | 'disconnected'
/** wagmi's id of `window.ethereum`, whichever wallet is behind it. */
export const PLAIN_INJECTED = 'injected'
export type Address = `0x${string}`

type WalletState = {
  readonly status: WalletStatus
  /** Current account in the wallet's own spelling; null if none. */
  readonly address: Address | null
  readonly chainId: number | null
  /** The wallet program's name: untrusted text. */
  readonly walletName: string | null
  readonly isDemo: boolean
  /** Number of open connections: when the current one drops, another takes its place. */
  readonly connections: number
  readonly chain: ChainInfo | null
  /** Text of the wallet's open prompt: "Sign in with your wallet". */
  readonly request: string | null
  readonly fault: string | null
}

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

export async function withWalletPrompt<T>(text: string, work: () => Promise<T>): Promise<T> {
  useWalletState.setState({ request: text })
  try {
    return await work()
  } finally {
    useWalletState.setState((state) => (state.request === text ? { request: null } : {}))
  }
}

/** Ignores letter case; false if either is missing. */
export const isSameAddress = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
