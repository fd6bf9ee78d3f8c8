import type { ApexKeys } from '@aerie/wire/apex'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { notify } from '../../ui/toast.ts'
import { ApexHoldings } from './apex-holdings.tsx'
import { ApexKeyForm } from './apex-key-form.tsx'
import { apexCalls, apexKeysQuery, apexOverviewQuery } from './apex-queries.ts'
import { APEX_WORDS } from './apex-words.ts'
import { useProof } from './prove-dialog.tsx'

const WORDS = APEX_WORDS.key

/** Account → Apex: the key of ApeX Omni, and what the account there holds. */
export function ApexPage() {
  usePageTitle(APEX_WORDS.title)
  const { data, error, isFetching, refetch } = useQuery(apexKeysQuery, queryClient)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{APEX_WORDS.title}</h1>
      {data === undefined && error !== null && (
        <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3">
          <SkeletonRows count={3} className="h-12 w-full" />
        </div>
      )}
      {data !== undefined && <KeyPanel keys={data} />}
      {data?.is_set === true && <ApexHoldings />}
    </div>
  )
}

function KeyPanel({ keys }: { readonly keys: ApexKeys }) {
  const [isReplacing, setReplacing] = useState(false)
  const isForm = isReplacing || !keys.is_set
  return (
    <Panel title={WORDS.title}>
      {isForm ? (
        <ApexKeyForm onDone={() => setReplacing(false)} isCancellable={keys.is_set} />
      ) : (
        <SavedKey keys={keys} onReplace={() => setReplacing(true)} />
      )}
      {keys.placing.reason !== null && (
        <dl className="flex flex-wrap gap-x-3 gap-y-1 border-line border-t px-4 py-3 text-13">
          <dt className="font-medium text-ink-1">{WORDS.live}</dt>
          <dd className="min-w-0 text-ink-2">{keys.placing.reason}</dd>
        </dl>
      )}
    </Panel>
  )
}

function SavedKey({ keys, onReplace }: { readonly keys: ApexKeys; readonly onReplace: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const checked =
    keys.checked_at === null ? '' : new Date(keys.checked_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0">
        <p className="num font-medium text-15 text-ink-1">{WORDS.ends(keys.key_ends ?? '')}</p>
        <p className="num break-all text-12 text-ink-2">{`${WORDS.account(keys.account ?? '')} · ${WORDS.checked(checked)}`}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onReplace}>
          {WORDS.replace}
        </Button>
        <Button size="sm" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {WORDS.remove}
        </Button>
      </div>
      {isAsking && <RemoveDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

function RemoveDialog({ onClose }: { readonly onClose: () => void }) {
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(async () => ({ removed: await apexCalls.remove() })),
      onSuccess: async (done) => {
        if (done === undefined) return
        queryClient.removeQueries({ queryKey: apexOverviewQuery.queryKey })
        await queryClient.invalidateQueries({ queryKey: apexKeysQuery.queryKey })
        notify('success', WORDS.removed)
        onClose()
      },
      onError: (error) => notify('error', errorText(error)),
    },
    queryClient,
  )
  return (
    <>
      <Dialog
        title={WORDS.removeTitle}
        description={WORDS.removeText}
        onClose={onClose}
        footer={
          <>
            <Button data-autofocus="" onClick={onClose}>
              {APEX_WORDS.cancel}
            </Button>
            <Button variant="danger" busy={isPending} onClick={() => mutate()}>
              {WORDS.remove}
            </Button>
          </>
        }
      />
      {proofDialog}
    </>
  )
}
