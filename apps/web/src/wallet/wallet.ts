import { readStored } from '../lib/storage/storage.ts'
import type { WalletRuntime } from './connection/wallet-runtime.ts'
import { walletErrorText } from './wallet-errors.ts'
import { useWalletState } from './wallet-state.ts'

let opened: Promise<WalletRuntime> | undefined

/**
 * The runtime of wallets, loaded with the first call; joins the wallet of an earlier visit again without asking it for
 * anything. A failure is not kept: the next call tries again.
 *
 * @throws WalletFault where the server has no chain; ApiError where it does not answer
 */
export function loadWallet(): Promise<WalletRuntime> {
  opened ??= open()
  return opened
}

async function open(): Promise<WalletRuntime> {
  // Until the wallet of an earlier visit has answered, it is not known to be away.
  if (wasConnected()) useWalletState.setState({ status: 'reconnecting' })
  try {
    const { openWallet } = await import('./connection/wallet-runtime.ts')
    const runtime = await openWallet()
    useWalletState.setState({ fault: null })
    return runtime
  } catch (error) {
    opened = undefined
    useWalletState.setState({ status: 'disconnected', fault: walletErrorText(error) })
    throw error
  }
}

/** Whether a wallet was joined to this page when it was last open in this browser. */
export const wasConnected = (): boolean => readStored('aerie.wallet.recentConnectorId') !== null
