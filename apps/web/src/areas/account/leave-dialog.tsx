import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type LeaveDialogProps = { readonly onStay: () => void; readonly onLeave: () => void; readonly text?: string }

export const LeaveDialog = ({ onStay, onLeave, text = 'Your changes have not been saved.' }: LeaveDialogProps) => (
  <Dialog
    title="Leave without saving?"
    description={text}
    onClose={onStay}
    footer={
      <>
        <Button data-autofocus="" onClick={onStay}>
          Stay
        </Button>
        <Button variant="danger" onClick={onLeave}>
          Leave without saving
        </Button>
      </>
    }
  />
)
