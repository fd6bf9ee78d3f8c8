import { useState } from 'react'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { unstoreMainWallet } from '../connection/link-wallet.ts'
import { reloadSoon } from './wallets-queries.ts'

export function DisconnectWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const disconnect = async () => {
    setBusy(true)
    try {
      await unstoreMainWallet(storedWallet(useSession.getState().user))
      reloadSoon('Wallet was disconnected successfully. Refreshing shortly.')
    } catch (error) {
      console.warn('The wallet could not be disconnected.', error)
      notify('error', 'Encountered an error while disconnecting your wallet.')
    }
    onClose()
  }
  return (
    <ConfirmDialog
      title="Disconnect Wallet"
      text="You are about to disconnect your wallet. Are you sure you wish to proceed? You may lose access to the dashboard until you reconnect."
      action="Disconnect"
      busy={isBusy}
      onConfirm={() => void disconnect()}
      onClose={onClose}
    />
  )
}
