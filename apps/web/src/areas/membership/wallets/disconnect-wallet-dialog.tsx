import { useState } from 'react'
import { useSession } from '../../../platform/session/session.ts'
import { storedWallet } from '../../../platform/session/stored-wallet.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
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
    <Dialog
      title="Disconnect Wallet"
      description="You are about to disconnect your wallet. Are you sure you wish to proceed? You may lose access to the dashboard until you reconnect."
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void disconnect()}>
            Disconnect
          </Button>
        </>
      }
    />
  )
}
