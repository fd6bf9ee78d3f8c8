import { endSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LOG_OUT_WORDS as WORDS } from './account-menu-words.ts'

/** Asks before logging out. */
export function LogOutDialog({ onClose }: { readonly onClose: () => void }) {
  const logOut = () => {
    onClose()
    endSession()
  }
  return (
    <Dialog
      title={WORDS.title}
      description={WORDS.question}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus="" onClick={onClose}>
            {WORDS.cancel}
          </Button>
          <Button variant="danger" onClick={logOut}>
            {WORDS.confirm}
          </Button>
        </>
      }
    />
  )
}
