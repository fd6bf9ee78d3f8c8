import { userRecord } from '@aerie/wire/accounts'
import { useState } from 'react'
import { renewSession, useSession } from '../../app/session.ts'
import { api } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/toast.ts'

/** SPEC.md section 9. */
const RELOAD_MS = 2500

/** Asks before the stored wallet is cleared, in the words of SPEC.md section 2. */
export function DisconnectWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const disconnect = async () => {
    setBusy(true)
    try {
      await clearWallet()
      notify('success', 'Wallet was disconnected successfully. Refreshing shortly.')
      setTimeout(() => location.reload(), RELOAD_MS)
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

async function clearWallet(): Promise<void> {
  const { user } = useSession.getState()
  if (user === null) throw new Error('nobody is logged in')
  await api.put('/updateUserByEmail', { email: user.email, wallet_address: 'null' }, userRecord)
  // The token carries the wallet: a new one tells every part of the page. An old one is corrected by the reload.
  await renewSession()
}
