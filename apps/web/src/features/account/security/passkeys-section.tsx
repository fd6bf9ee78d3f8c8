import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { addPasskey, passkeyFailure, passkeyObstacle } from '../../../session/passkey.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { NameDialog } from '../../../ui/overlays/name-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { dayText, momentText, type Passkey, passkeysQuery, refetchSignIn } from './sign-in-queries.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

const { passkeys: WORDS } = SIGN_IN_WORDS
const MOST_NAME = 40

/** Account → Account: ways in without a password. */
export function PasskeysSection() {
  const query = useQuery(passkeysQuery, queryClient)
  const obstacle = passkeyObstacle()
  return (
    <Panel title={WORDS.title} trailing={obstacle === undefined && <AddPasskey />}>
      <p className="p-4 text-13 text-ink-2">{WORDS.about}</p>
      {obstacle !== undefined && <p className="px-4 pb-4 text-13 text-warning">{obstacle}</p>}
      <QueryView
        query={query}
        loading={WORDS.loading}
        failed={WORDS.failed}
        rows={1}
        rowClassName="h-5 w-full"
        className="border-line border-t px-4 py-3"
      >
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="border-line border-t px-4 py-3 text-13 text-ink-2">{WORDS.none}</p>
          ) : (
            <ul className="divide-y divide-line border-line border-t">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        }
      </QueryView>
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
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="break-words text-13 text-ink-1">{passkey.name}</p>
        <p className="text-12 text-ink-2">{facts.join(' · ')}</p>
      </div>
      <RemovePasskey passkey={passkey} />
    </li>
  )
}

const RemovePasskey = ({ passkey: { id, name } }: { readonly passkey: Passkey }) => (
  <ConfirmedAction
    name={WORDS.remove}
    label={WORDS.removeLabel(name)}
    size="sm"
    title={WORDS.removeTitle(name)}
    text={WORDS.removeText}
    call={() => api.delete(`/account/passkeys/${id}`, z.object({ id: z.string() }))}
    onDone={() => {
      notify('success', WORDS.removed(name))
      return refetchSignIn(passkeysQuery)
    }}
  />
)
