import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { storedWallet } from '../../session/stored-wallet.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { notify } from '../../ui/states/toast.ts'
import { unstoreMainWallet } from '../../wallet/connection/link-wallet.ts'
import { reloadSoon } from './reload-soon.ts'
import * as WALLET_DIALOG_WORDS from './wallet-dialog-words.ts'
import { WALLET_WORDS } from './wallet-words.ts'

const { disconnect: WORDS } = WALLET_WORDS

/** Asks before the stored wallet is cleared. */
export function DisconnectWalletDialog({ onClose }: { readonly onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const disconnect = async () => {
    setBusy(true)
    try {
      await unstoreMainWallet(storedWallet(useSession.getState().user))
      reloadSoon(WORDS.done)
    } catch (error) {
      console.warn('The wallet could not be disconnected.', error)
      notify('error', WORDS.failed)
    }
    onClose()
  }
  return (
    <Dialog
      title={WORDS.title}
      description={WORDS.text}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {WALLET_DIALOG_WORDS.cancel}
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void disconnect()}>
            {WALLET_DIALOG_WORDS.disconnect}
          </Button>
        </>
      }
    />
  )
}
