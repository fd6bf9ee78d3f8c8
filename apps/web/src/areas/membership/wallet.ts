import { once } from '@aerie/runtime/once'
import { readStored } from '../../platform/storage/storage.ts'
import type { WalletRuntime } from './connection/wallet-runtime.ts'
import { walletErrorText } from './wallet-errors.ts'
import { useWalletState } from './wallet-state.ts'

/** Silently reconnects the last wallet. Failures are not cached. @throws WalletFault if the server has no chain; ApiError if unreachable */
export const loadWallet = once(async (): Promise<WalletRuntime> => {
  // Do not show "disconnected" before the earlier wallet has responded.
  if (wasConnected()) useWalletState.setState({ status: 'reconnecting' })
  try {
    const { openWallet } = await import('./connection/wallet-runtime.ts')
    const runtime = await openWallet()
    useWalletState.setState({ fault: null })
    return runtime
  } catch (error) {
    useWalletState.setState({ status: 'disconnected', fault: walletErrorText(error) })
    throw error
  }
})

export const wasConnected = (): boolean => readStored('aerie.wallet.recentConnectorId') !== null
