import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { DETAILS_WORDS as WORDS } from './details/details-words.ts'

type LeaveDialogProps = { readonly onStay: () => void; readonly onLeave: () => void; readonly text?: string }

/** Asks before changes that are not saved are left behind. */
export const LeaveDialog = ({ onStay, onLeave, text = WORDS.leaveText }: LeaveDialogProps) => (
  <Dialog
    title={WORDS.leaveTitle}
    description={text}
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
