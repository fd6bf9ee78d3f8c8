import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { addPasskey, passkeyFailure, passkeyObstacle } from '../../session/passkey.ts'
import { Button } from '../../ui/button.tsx'
import { NameDialog } from '../../ui/name-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notify } from '../../ui/toast.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { SectionState } from './section-state.tsx'
import { dayText, momentText, type Passkey, passkeysQuery, refetchSignIn } from './sign-in-queries.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

const { passkeys: WORDS } = SIGN_IN_WORDS
const MOST_NAME = 40

/** Account → Account: ways in without a password. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery, queryClient)
  const { data } = query
  const obstacle = passkeyObstacle()
  return (
    <Panel title={WORDS.title} trailing={obstacle === undefined && <AddPasskey />}>
      <p className="px-4 pt-3 text-13 text-ink-2">{WORDS.about}</p>
      {obstacle !== undefined && <p className="px-4 pt-2 text-13 text-warning">{obstacle}</p>}
      {data === undefined && <SectionState query={query} loading={WORDS.loading} failed={WORDS.failed} />}
      {data?.length === 0 && <p className="px-4 py-3 text-13 text-ink-2">{WORDS.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function AddPasskey() {
  const [isNaming, setNaming] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: (name: string) => withProof(() => addPasskey(name)),
      onSuccess: (added) => {
        if (added !== undefined) notify('success', WORDS.added(added.name))
        return refetchSignIn(passkeysQuery)
      },
      onError: (error) => notify('error', passkeyFailure(error)),
    },
    queryClient,
  )
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" busy={isPending} onClick={() => setNaming(true)}>
        {WORDS.add}
      </Button>
      {isNaming && (
        <NameDialog
          title={WORDS.addTitle}
          label={WORDS.name}
          value={WORDS.firstName}
          most={MOST_NAME}
          action={WORDS.addAction}
          onName={(name) => mutate(name)}
          onClose={() => setNaming(false)}
        />
      )}
      {proofDialog}
    </>
  )
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const facts = [
    WORDS.madeOn(dayText(passkey.created_at)),
    passkey.last_used_at === null ? WORDS.unused : WORDS.used(momentText(passkey.last_used_at)),
    ...(passkey.is_backed_up ? [WORDS.backedUp] : []),
    ...(passkey.host === location.hostname ? [] : [WORDS.otherHost(passkey.host)]),
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0">
        <p className="break-words text-13 text-ink-1">{passkey.name}</p>
        <p className="text-12 text-ink-2">{facts.join(' · ')}</p>
      </div>
      <RemovePasskey passkey={passkey} />
    </li>
  )
}

function RemovePasskey({ passkey: { id, name } }: { readonly passkey: Passkey }) {
  const [isAsking, setAsking] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(() => api.delete(`/account/passkeys/${id}`, z.object({ id: z.string() }))),
      onSuccess: (removed) => {
        if (removed === undefined) return undefined
        setAsking(false)
        notify('success', WORDS.removed(name))
        return refetchSignIn(passkeysQuery)
      },
      onError: (error) => notify('error', errorText(error)),
    },
    queryClient,
  )
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" aria-label={WORDS.removeLabel(name)} onClick={() => setAsking(true)}>
        {WORDS.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={WORDS.removeTitle(name)}
          action={WORDS.remove}
          busy={isPending}
          onConfirm={() => mutate()}
          onClose={() => setAsking(false)}
        >
          {WORDS.removeText}
        </ConfirmDialog>
      )}
      {proofDialog}
    </>
  )
}
