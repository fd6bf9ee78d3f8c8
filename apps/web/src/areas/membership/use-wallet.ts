import type { ChainInfo } from '@aerie/wire/server-info'
import { useEffect } from 'react'
import type { WalletClient } from 'viem'
import { useSession } from '../../platform/session/session.ts'
import { storedWallet } from '../../platform/session/stored-wallet.ts'
import { loadWallet } from './wallet.ts'
import { type Address, isSameAddress, useWalletState, type WalletStatus } from './wallet-state.ts'

export type Wallet = {
  readonly status: WalletStatus
  readonly address: Address | null
  readonly chainId: number | null
  /** The wallet program's name: untrusted text. */
  readonly walletName: string | null
  readonly isDemo: boolean
  readonly chain: ChainInfo | null
  readonly isRightChain: boolean
  readonly linked: string | null
  readonly isLinked: boolean
  readonly request: string | null
  readonly fault: string | null
  /** @throws the wallet's error; see `walletErrorText` */
  readonly switchChain: () => Promise<void>
  /** viem client for signing with the current account. @throws if not connected */
  readonly loadWalletClient: () => Promise<WalletClient>
}

/** The first use loads the wallet code and reconnects the wallet of an earlier visit. */
export function useWallet(): Wallet {
  const state = useWalletState()
  const linked = useSession(({ user }) => storedWallet(user))
  useEffect(() => {
    loadWallet().catch((error: unknown) => console.warn('Wallets cannot be used now.', error))
  }, [])
  return {
    ...state,
    isRightChain: state.chain !== null && state.chainId === state.chain.id,
    linked,
    isLinked: isSameAddress(state.address, linked),
    switchChain,
    loadWalletClient,
  }
}

const switchChain = async (): Promise<void> => (await loadWallet()).toRightChain()
const loadWalletClient = async (): Promise<WalletClient> => (await loadWallet()).walletClient()
