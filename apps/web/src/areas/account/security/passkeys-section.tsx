import { deletePasskey } from '@aerie/wire/account/account-security'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { dateText, dateTimeText } from '../../../platform/format/market-text.ts'
import { addPasskey, passkeyFailure, passkeyObstacle } from '../../../platform/session/passkey.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { NameDialog } from '../../../ui/overlays/name-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { type Passkey, passkeysQuery, refetchSignIn } from './sign-in-queries.ts'

const MOST_NAME = 40

export function PasskeysSection() {
  const query = useQuery(passkeysQuery, queryClient)
  const obstacle = passkeyObstacle()
  return (
    <Panel title="Passkeys" trailing={obstacle === undefined && <AddPasskey />}>
      <p className="p-4 text-13 text-ink-2">Log in with a fingerprint, a face or a security key, without a password and without a code.</p>
      {obstacle !== undefined && <p className="px-4 pb-4 text-13 text-warning">{obstacle}</p>}
      <QueryView
        query={query}
        loading="Loading your passkeys"
        failed="Your passkeys could not be loaded"
        rows={1}
        rowClassName="h-5 w-full"
        className="border-line border-t px-4 py-3"
      >
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="border-line border-t px-4 py-3 text-13 text-ink-2">You have no passkeys.</p>
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
        if (added !== undefined) notify('success', `Passkey “${added.name}” added.`)
        return refetchSignIn(passkeysQuery)
      },
      onError: (error) => notify('error', passkeyFailure(error)),
    },
    queryClient,
  )
  return (
    <>
      <Button size="sm" aria-haspopup="dialog" busy={isPending} onClick={() => setNaming(true)}>
        Add a passkey
      </Button>
      {isNaming && (
        <NameDialog
          title="Add a passkey"
          label="Name"
          value="My device"
          most={MOST_NAME}
          action="Continue"
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
    `Added ${dateText(Date.parse(passkey.created_at))}`,
    passkey.last_used_at === null ? 'never used' : `last used ${dateTimeText(passkey.last_used_at)}`,
    ...(passkey.is_backed_up ? ['synced to your other devices'] : []),
    ...(passkey.host === location.hostname ? [] : [`works at ${passkey.host} only`]),
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
    name="Remove"
    label={`Remove the passkey ${name}`}
    size="sm"
    title={`Remove “${name}”`}
    text="It no longer logs you in. Remove it from your device too, so that it is not offered there."
    call={() => api(deletePasskey, { params: { id } })}
    onDone={() => {
      notify('success', `Passkey “${name}” removed.`)
      return refetchSignIn(passkeysQuery)
    }}
  />
)
