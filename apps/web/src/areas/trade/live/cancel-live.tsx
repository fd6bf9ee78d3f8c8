import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { atApexQuery, liveOrdersQuery } from './live-queries.ts'

type CancelProps = {
  readonly title: string
  readonly text: string
  readonly warning?: string | undefined
  readonly yes: string
  readonly call: () => Promise<string>
  readonly onClose: () => void
}

export function CancelLive({ title, text, warning, yes, call, onClose }: CancelProps) {
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: call,
      onSuccess: (message) => {
        notify('info', message)
        onClose()
      },
      onSettled: () => Promise.all([liveOrdersQuery, atApexQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
    },
    queryClient,
  )
  return (
    <ConfirmDialog
      title={title}
      text={text}
      action={yes}
      cancel="Keep"
      busy={isPending}
      className="border-2! border-danger!"
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      {warning !== undefined && <p className="text-13 text-warning">{warning}</p>}
      {error !== null && (
        <p role="alert" className="text-13 text-danger">
          {errorText(error)}
        </p>
      )}
    </ConfirmDialog>
  )
}
