import { DAY_MS } from '@aerie/core/time'
import { TOKEN_SCOPES, type TokenScope } from '@aerie/wire/account/account-tokens'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { tokenCalls, tokensQuery } from './tokens-queries.ts'

const DAYS = [7, 30, 90, 365] as const
/** Trading is listed separately and never preselected. */
const PLAIN = TOKEN_SCOPES.filter((scope) => scope !== 'trading:write')
const MINUTE_EARLY_MS = 60_000

type TokensFormProps = { readonly onMade: (made: { name: string; token: string }) => void; readonly onClose: () => void }

export function TokensForm({ onMade, onClose }: TokensFormProps) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly TokenScope[]>([])
  const [days, setDays] = useState(30)
  const [isTried, setTried] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending, error } = useMutation(
    {
      // Never cache a token.
      gcTime: 0,
      mutationFn: () => withProof(() => tokenCalls.make({ name: name.trim(), scopes: [...scopes], expires_at: endOf(days) })),
      onSuccess: async (made) => {
        if (made === undefined) return
        onMade(made)
        await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
      },
    },
    queryClient,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && scopes.length > 0 && !isPending) mutate()
  }
  const toggle = (scope: TokenScope) => setScopes((last) => (last.includes(scope) ? last.filter((one) => one !== scope) : [...last, scope]))
  return (
    <>
      <Dialog title="New token" onClose={onClose}>
        <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <TextField
            label="Name"
            hint="What uses it, such as “Rebalancing script”."
            name="token_name"
            maxLength={60}
            autoComplete="off"
            data-autofocus=""
            value={name}
            error={isTried && name.trim() === '' ? 'Enter a name.' : undefined}
            onChange={({ target }) => setName(target.value)}
          />
          <ScopeChoice title="Scopes" scopes={PLAIN} chosen={scopes} onToggle={toggle} />
          <ScopeChoice
            title="Trading"
            hint="Whoever has a token with this scope can place, change and cancel orders in your name."
            scopes={['trading:write']}
            chosen={scopes}
            onToggle={toggle}
          />
          {isTried && scopes.length === 0 && <FieldError id="token-scopes-error">Choose at least one scope.</FieldError>}
          <Expiry days={days} onChange={setDays} />
          {error !== null && (
            <p role="alert" className="text-13 text-danger">
              {errorText(error)}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isPending}>
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
  readonly onToggle: (scope: TokenScope) => void
}

const ScopeChoice = ({ title, hint, scopes, chosen, onToggle }: ScopeChoiceProps) => (
  <fieldset className="flex flex-col gap-1">
    <legend className="mb-1 font-medium text-13 text-ink-1">{title}</legend>
    {scopes.map((scope) => (
      <label key={scope} className="flex min-h-9 cursor-pointer items-center gap-3 text-13 pointer-coarse:min-h-11">
        <input type="checkbox" className="size-4 accent-accent" checked={chosen.includes(scope)} onChange={() => onToggle(scope)} />
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
      <select id={id} className={inputStyle} value={days} onChange={({ target }) => onChange(Number(target.value))}>
        {DAYS.map((one) => (
          <option key={one} value={one}>
            {one === 365 ? '1 year' : `${one} days`}
          </option>
        ))}
      </select>
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
