import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly action: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** What it means. */
  readonly children: ReactNode
}

/** Asks before something ends that cannot be brought back. */
export const ConfirmDialog = ({ title, action, busy, onConfirm, onClose, children }: ConfirmDialogProps) => (
  <Dialog
    title={title}
    description={children}
    onClose={onClose}
    footer={
      <>
        <Button data-autofocus="" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  />
)
