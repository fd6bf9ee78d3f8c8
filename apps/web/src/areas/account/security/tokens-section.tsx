import { DAY_MS } from '@aerie/core/time'
import type { ApiToken } from '@aerie/wire/account/account-tokens'
import { TOKEN_SCOPES, type TokenScope } from '@aerie/wire/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { dateText, dateTimeText } from '../../../platform/format/market-text.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/controls/copy-text.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { FieldError, FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { tokenCalls, tokensQuery } from './sign-in-queries.ts'

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

function TokenRow({ token: { id, name, scopes, expires_at, last_used_at } }: { readonly token: ApiToken }) {
  const [now] = useState(() => Date.now())
  const end =
    Date.parse(expires_at) <= now ? `ended on ${dateText(Date.parse(expires_at))}` : `valid until ${dateText(Date.parse(expires_at))}`
  const use = last_used_at === null ? 'never used' : `last used ${dateTimeText(last_used_at)}`
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

const DAYS: ReadonlyArray<readonly [days: number, text: string]> = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
]
/** Trading is listed separately and never preselected. */
const PLAIN = TOKEN_SCOPES.filter((scope) => scope !== 'trading:write')
const MINUTE_EARLY_MS = 60_000
const SCOPES_ERROR = 'token-scopes-error'

type TokensFormProps = { readonly onMade: (made: { name: string; token: string }) => void; readonly onClose: () => void }

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')),
  scopes: z.array(z.enum(TOKEN_SCOPES)).check(z.minLength(1, 'Choose at least one scope.')),
  days: z.number(),
})
const EMPTY = { name: '', scopes: [] as readonly TokenScope[], days: 30 }

function TokensForm({ onMade, onClose }: TokensFormProps) {
  const { withProof, proofDialog } = useProof()
  const form = useForm({
    schema,
    initial: EMPTY,
    send: async ({ name, scopes, days }) => {
      const made = await withProof(() => tokenCalls.make({ name, scopes, expires_at: endOf(days) }))
      if (made === undefined) return
      onMade(made)
      await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
    },
  })
  const { scopes, days } = form.values
  const choice = {
    chosen: scopes,
    error: form.error('scopes'),
    onToggle: (scope: TokenScope) =>
      form.set('scopes', scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]),
  }
  return (
    <>
      <Dialog title="New token" onClose={onClose}>
        <form {...form.formProps} className="flex flex-col gap-4">
          <TextField
            {...form.field('name')}
            label="Name"
            hint="What uses it, such as “Rebalancing script”."
            name="token_name"
            maxLength={60}
            autoComplete="off"
            data-autofocus=""
          />
          <ScopeChoice {...choice} title="Scopes" scopes={PLAIN} />
          <ScopeChoice
            {...choice}
            title="Trading"
            hint="Anyone with a token of this scope can place, change and cancel orders in your name."
            scopes={['trading:write']}
          />
          {choice.error !== undefined && <FieldError id={SCOPES_ERROR}>{choice.error}</FieldError>}
          <Expiry days={days} onChange={(next) => form.set('days', next)} />
          <FormFailure failure={form.failure} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={form.isBusy}>
              Create token
            </Button>
          </div>
        </form>
      </Dialog>
      {proofDialog}
    </>
  )
}

/** One minute short, so that a client clock that runs ahead does not exceed the one-year limit. */
const endOf = (days: number): string => new Date(Date.now() + days * DAY_MS - MINUTE_EARLY_MS).toISOString()

type ScopeChoiceProps = {
  readonly title: string
  readonly hint?: string
  readonly scopes: readonly TokenScope[]
  readonly chosen: readonly TokenScope[]
  readonly error: string | undefined
  readonly onToggle: (scope: TokenScope) => void
}

const ScopeChoice = ({ title, hint, scopes, chosen, error, onToggle }: ScopeChoiceProps) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1 font-medium text-13 text-ink-1">{title}</legend>
    {scopes.map((scope) => (
      <label key={scope} className="flex min-h-9 cursor-pointer items-center gap-3 text-13 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={chosen.includes(scope)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : SCOPES_ERROR}
          onChange={() => onToggle(scope)}
        />
        <span>
          <code className="num text-ink-1">{scope}</code>
          <span className="block text-12 text-ink-2">{scopeText[scope]}</span>
        </span>
      </label>
    ))}
    {hint !== undefined && <p className="text-12 text-warning">{hint}</p>}
  </fieldset>
)

function Expiry({ days, onChange }: { readonly days: number; readonly onChange: (days: number) => void }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-13 text-ink-1">
        Valid for
      </label>
      <Select id={id} className={inputStyle} value={days} options={DAYS} onChange={onChange} />
    </div>
  )
}

const scopeText = {
  'market:read': 'Statistics of coins: screener, volatility, correlation',
  'trading:read': 'Account, orders, positions, fills; previews of orders',
  'trading:write': 'Place, change and cancel orders; close positions',
  'journal:read': 'Round trips, statistics, imports, export',
  'journal:write': 'Notes, tags and ratings; imports',
  'alerts:read': 'Alerts, fired alerts and deliveries',
  'alerts:write': 'Create, change and delete alerts',
}
