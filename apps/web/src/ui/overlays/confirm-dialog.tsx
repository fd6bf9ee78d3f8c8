import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  readonly cancel?: string
  readonly variant?: 'danger' | 'primary'
  /** Focuses the action instead of the button that cancels. */
  readonly focusesAction?: boolean
  readonly busy?: boolean
  /** Why the dialog cannot be cancelled now. */
  readonly holdReason?: string | undefined
  readonly className?: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Asks before an action. The caller closes it. */
export const ConfirmDialog = ({
  title,
  text,
  action,
  cancel = 'Cancel',
  variant = 'danger',
  focusesAction = false,
  busy = false,
  holdReason,
  className = '',
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) => (
  <Dialog
    title={title}
    description={text}
    className={className}
    onClose={onClose}
    footer={
      <>
        <Button data-autofocus={focusesAction ? undefined : ''} disabledReason={holdReason} onClick={onClose}>
          {cancel}
        </Button>
        <Button variant={variant} data-autofocus={focusesAction ? '' : undefined} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
