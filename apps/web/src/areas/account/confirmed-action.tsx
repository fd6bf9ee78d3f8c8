import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../platform/api/error-text.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useProof } from './security/reauthenticate-dialog.tsx'

type ConfirmedActionProps<T> = {
  readonly name: string
  /** For screen readers, where `name` is ambiguous. */
  readonly label?: string
  readonly size?: 'sm'
  readonly disabledReason?: string | undefined
  readonly title: string
  readonly text: string
  readonly action?: string
  readonly call: () => Promise<T>
  /** Runs after a successful call; the dialog closes when it resolves. */
  readonly onDone: (result: T) => unknown
  readonly onSettled?: () => unknown
}

export function ConfirmedAction<T>({
  name,
  label,
  size,
  disabledReason,
  title,
  text,
  action,
  call,
  onDone,
  onSettled,
}: ConfirmedActionProps<T>) {
  const [isAsking, setAsking] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(async () => ({ result: await call() })),
      onSuccess: async (done) => {
        if (done === undefined) return
        setAsking(false)
        await onDone(done.result)
      },
      onError: (error) => notify('error', errorText(error)),
      onSettled: () => onSettled?.(),
    },
    queryClient,
  )
  return (
    <>
      <Button
        {...(size && { size })}
        aria-haspopup="dialog"
        aria-label={label}
        disabledReason={disabledReason}
        onClick={() => setAsking(true)}
      >
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={title}
          text={text}
          action={action ?? name}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        />
      )}
      {proofDialog}
    </>
  )
}
