import type { ChainInfo } from '@aerie/wire/server-info'
import { useEffect } from 'react'
import type { WalletClient } from 'viem'
import { useSession } from '../session/session.ts'
import { storedWallet } from '../session/stored-wallet.ts'
import { loadWallet } from './wallet.ts'
import { type Address, isSameAddress, useWalletState, type WalletStatus } from './wallet-state.ts'

export type Wallet = {
  readonly status: WalletStatus
  /** The account in use in the wallet; null while none is connected. */
  readonly address: Address | null
  readonly chainId: number | null
  /** The wallet program's name, a stranger's text. */
  readonly walletName: string | null
  /** Whether the account in use is the demo wallet's. */
  readonly isDemo: boolean
  /** This server's chain; null until it is known. */
  readonly chain: ChainInfo | null
  readonly isRightChain: boolean
  /** The wallet that the account has on the server; null: none. */
  readonly linked: string | null
  /** Whether the account in use is the one on the server. */
  readonly isLinked: boolean
  /** What the wallet has been asked and has not answered yet, in words; null: nothing. */
  readonly request: string | null
  /** Why wallets cannot be used at all now, in words; null: they can. */
  readonly fault: string | null
  /** Brings the wallet to this server's chain. @throws what the wallet says; `walletErrorText` has words for it */
  readonly switchChain: () => Promise<void>
  /** viem's client of the account in use, for signing. @throws where none is connected */
  readonly loadWalletClient: () => Promise<WalletClient>
}

/** The wallet of this window. The first use loads the wallet's code and joins the wallet of an earlier visit again. */
export function useWallet(): Wallet {
  const state = useWalletState()
  const linked = useSession(({ user }) => storedWallet(user))
  useEffect(() => {
    // What failed stands in the state, in words.
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
