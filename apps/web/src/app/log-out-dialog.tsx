import { endSession } from '../platform/session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const logOut = () => {
    onClose()
    endSession()
  }
  return (
    <Dialog
      title="Log Out"
      description="You are about to log out of your session. Are you sure you wish to proceed?"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={logOut}>
            Log Out
          </Button>
        </>
      }
    />
  )
}
