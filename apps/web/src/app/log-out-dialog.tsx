import { readDemoKey } from '../areas/membership/index.ts'
import { endSession, useSession } from '../platform/session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { copyText } from '../ui/controls/copy-text.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const logOut = () => {
    onClose()
    endSession()
  }
  return (
    <ConfirmDialog
      title="Log Out"
      text="You are about to log out of your session. Are you sure you wish to proceed?"
      action="Log Out"
      onConfirm={logOut}
      onClose={onClose}
    >
      <DemoWalletWarning />
    </ConfirmDialog>
  )
}

const COPIED = 'Private key copied. Anyone who has it controls the wallet.'
const BY_HAND = 'Open Aerie on localhost or over HTTPS, then try again.'

/** Logging out clears the browser's storage, which holds the only key of a demo wallet. */
function DemoWalletWarning() {
  const key = useSession(({ user }) => (user === null ? null : readDemoKey(user.user_id)))
  if (key === null) return null
  return (
    <div role="note" className="flex flex-col items-start gap-2 rounded-md border border-line-strong p-3 text-13">
      <p>
        This browser holds the only key of your demo wallet, and logging out deletes it. What the wallet holds and has staked on the local
        chain is then lost. To keep it, copy the private key and import it into another wallet.
      </p>
      <Button size="sm" onClick={() => copyText(key, COPIED, BY_HAND)}>
        Copy the private key
      </Button>
    </div>
  )
}
