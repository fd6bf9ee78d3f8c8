import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DETAILS_WORDS as WORDS } from './details-words.ts'

type LeaveDialogProps = { readonly onStay: () => void; readonly onLeave: () => void }

/** Asks before changes that are not saved are left behind. */
export const LeaveDialog = ({ onStay, onLeave }: LeaveDialogProps) => (
  <Dialog
    title={WORDS.leaveTitle}
    description={WORDS.leaveText}
    onClose={onStay}
    footer={
      <>
        <Button data-autofocus="" onClick={onStay}>
          {WORDS.stay}
        </Button>
        <Button variant="danger" onClick={onLeave}>
          {WORDS.leave}
        </Button>
      </>
    }
  />
)
