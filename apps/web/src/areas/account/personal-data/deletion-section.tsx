import { cancelDeletion, DELETION_DAYS, getDeletion, scheduleDeletion } from '@aerie/wire/account/account-data'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../platform/api/api.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { useProof } from '../security/reauthenticate-dialog.tsx'

const deletionQuery = queryOptions({
  queryKey: ['account-deletion'] as const,
  queryFn: ({ signal }) => api(getDeletion, { signal }),
})

export function DeletionSection() {
  const query = useQuery(deletionQuery, queryClient)
  return (
    <Panel title="Delete account">
      <QueryView
        query={query}
        loading="Loading the deletion status"
        failed="The deletion status of your account could not be loaded"
        className="p-4"
      >
        {({ ends_at }) => (ends_at === null ? <Begin /> : <Pending endsAt={ends_at} />)}
      </QueryView>
    </Panel>
  )
}

function Begin() {
  const [isAsking, setAsking] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: () => withProof(() => api(scheduleDeletion, {})),
      onSuccess: (begun) => {
        if (begun === undefined) return
        queryClient.setQueryData(deletionQuery.queryKey, begun)
        void queryClient.invalidateQueries({ queryKey: ['api-tokens'] })
      },
    },
    queryClient,
  )
  const begin = () => {
    setAsking(false)
    mutate()
  }
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p className="text-13 text-ink-2">{`Your account is deleted ${DELETION_DAYS} days after your request. Logging in before then cancels the deletion.`}</p>
      <Button variant="danger" busy={isPending} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {error !== null && !isPending && (
        <p role="alert" className="text-13 text-danger">
          {errorText(error)}
        </p>
      )}
      {isAsking && <AskDialog onBegin={begin} onClose={() => setAsking(false)} />}
      {proofDialog}
    </div>
  )
}

const AskDialog = ({ onBegin, onClose }: { readonly onBegin: () => void; readonly onClose: () => void }) => (
  <ConfirmDialog
    title="Delete your account?"
    text={`All other sessions and all API tokens end now. In ${DELETION_DAYS} days, this is deleted permanently:`}
    action="Delete my account"
    onConfirm={onBegin}
    onClose={onClose}
  >
    <ul className="list-disc pl-5 text-13 text-ink-1">
      {lostData.map((what) => (
        <li key={what}>{what}</li>
      ))}
    </ul>
    <p className="text-13 text-ink-2">Open paper positions are not closed at a price: they end with the account, as after a reset.</p>
    <p className="text-13 text-ink-2">
      Open orders and positions at ApeX Omni delay the deletion. Close them there, or delete the ApeX Omni key to leave them open.
    </p>
    <p className="text-13 text-ink-2">Your simulated trades and the predictions shown to you are kept without your name.</p>
  </ConfirmDialog>
)

const momentText = (iso: string): string => new Date(iso).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' })

function Pending({ endsAt }: { readonly endsAt: string }) {
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => api(cancelDeletion, {}),
      onSuccess: (kept) => {
        queryClient.setQueryData(deletionQuery.queryKey, kept)
        notify('success', 'Deletion cancelled.')
      },
      onError: (error) => notify('error', errorText(error)),
    },
    queryClient,
  )
  return (
    <div className="flex flex-col items-start gap-3 p-4">
      <p role="status" className="text-13 text-danger">
        {`Your account will be deleted on ${momentText(endsAt)}.`}
      </p>
      <Button variant="primary" busy={isPending} onClick={() => mutate()}>
        Keep my account
      </Button>
    </div>
  )
}

const lostData = [
  'your details, password, passkeys and linked wallets',
  'layouts, charts, alerts, webhooks and devices',
  'notes, tags and imports of the journal',
  'conversations with the agent',
  'texts of your ideas and comments, follows and likes',
  'your copies of other traders; those who copy you are notified',
] as const
