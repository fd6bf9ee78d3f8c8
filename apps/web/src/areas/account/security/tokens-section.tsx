import type { ApiToken } from '@aerie/wire/account/account-tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../../platform/api/query-client.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { TokensForm } from './tokens-form.tsx'
import { tokenCalls, tokensQuery } from './tokens-queries.ts'

type Made = { readonly name: string; readonly token: string }

export function TokensSection() {
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const show = (what: Made) => {
    setMaking(false)
    setMade(what)
  }
  return (
    <Panel
      title="API tokens"
      trailing={
        <Button size="sm" aria-haspopup="dialog" onClick={() => setMaking(true)}>
          New token
        </Button>
      }
    >
      <p className="p-4 text-13 text-ink-2">
        Let your own programs use your account. A token can do only what its scopes allow. It can never change your account, wallets or
        security.
      </p>
      <TokenList />
      {isMaking && <TokensForm onMade={show} onClose={() => setMaking(false)} />}
      {made !== null && <MadeToken made={made} onClose={() => setMade(null)} />}
    </Panel>
  )
}

function TokenList() {
  const query = useQuery(tokensQuery, queryClient)
  return (
    <QueryView
      query={query}
      loading="Loading your API tokens"
      failed="Your API tokens could not be loaded"
      rows={1}
      rowClassName="h-5 w-full"
      className="border-line border-t px-4 py-3"
    >
      {(tokens) =>
        tokens.length === 0 ? (
          <p className="border-line border-t px-4 py-3 text-13 text-ink-2">You have no API tokens.</p>
        ) : (
          <ul className="divide-y divide-line border-line border-t">
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

const dayText = (iso: string): string => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })

function TokenRow({ token: { id, name, scopes, expires_at, last_used_at } }: { readonly token: ApiToken }) {
  const [now] = useState(() => Date.now())
  const end = Date.parse(expires_at) <= now ? `ended on ${dayText(expires_at)}` : `valid until ${dayText(expires_at)}`
  const use =
    last_used_at === null
      ? 'never used'
      : `last used ${new Date(last_used_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}`
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="break-words text-13 text-ink-1">{name}</p>
        <p className="num text-12 text-ink-2">{scopes.join(' · ')}</p>
        <p className="text-12 text-ink-2">{`${end} · ${use}`}</p>
      </div>
      <ConfirmedAction
        name="Revoke"
        label={`Revoke ${name}`}
        size="sm"
        title={`Revoke “${name}”`}
        text="Programs that use it lose access at once. This cannot be undone."
        call={() => tokenCalls.revoke(id)}
        onDone={() => notify('success', `${name} is revoked.`)}
        onSettled={() => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })}
      />
    </li>
  )
}

const MadeToken = ({ made: { name, token }, onClose }: { readonly made: Made; readonly onClose: () => void }) => (
  <Dialog
    title={`Token “${name}”`}
    description="Copy it now: it is not shown again."
    onClose={onClose}
    footer={
      <>
        <Button onClick={onClose}>Done</Button>
        <Button variant="primary" data-autofocus="" onClick={() => copyText(token, 'Token copied.', 'Select the token instead.')}>
          Copy
        </Button>
      </>
    }
  >
    <code translate="no" className="num block select-all break-all rounded-md bg-surface-0 p-3 text-13 text-ink-1">
      {token}
    </code>
  </Dialog>
)
