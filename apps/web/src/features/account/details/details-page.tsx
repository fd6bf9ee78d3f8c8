import { type AccountDetails, accountDetails, accountDetailsUpdate } from '@aerie/wire/account/account-details'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { api } from '../../../lib/http/api.ts'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { usePageTitle } from '../../../navigation/page-title.ts'
import { renewAfterChange, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FieldError } from '../../../ui/controls/field-error.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { LeaveDialog } from '../leave-dialog.tsx'
import { useLeaveGuard } from '../use-leave-guard.ts'

export function DetailsPage() {
  usePageTitle('Details')
  const query = useQuery(detailsQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Details</h1>
      <QueryView
        query={query}
        loading="Loading your details"
        failed="Your details could not be loaded"
        rows={3}
        rowClassName="h-12 w-full"
        className=""
      >
        {(details) => (
          <>
            <Panel title="Your details">
              <DetailsForm details={details} />
            </Panel>
            <Panel title="Account">
              <Facts email={details.email} createdAt={details.created_at} />
            </Panel>
          </>
        )}
      </QueryView>
    </div>
  )
}

function Facts({ email, createdAt }: { readonly email: string; readonly createdAt: string }) {
  const user = useSession((session) => session.user)
  const since = new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'long' })
  return (
    <dl className="grid gap-x-6 gap-y-3 p-4 text-13 sm:grid-cols-[auto_1fr]">
      <Fact name="E-mail address">{email}</Fact>
      <Fact name="Plan">
        <Link to="/account/subscriptions">{user?.subscription ?? '—'}</Link>
      </Fact>
      <Fact name="Market-data calls a day">{user?.daily_api_call_limit.toLocaleString() ?? '—'}</Fact>
      <Fact name="Member since">{since}</Fact>
      <Fact name="User ID">{user?.user_id ?? '—'}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd translate="no" className="num min-w-0 break-all text-ink-1 max-sm:-mt-2">
      {children}
    </dd>
  </>
)

type Values = { readonly first_name: string; readonly last_name: string; readonly time_zone: string }
type Errors = Readonly<Record<string, string | undefined>>

function DetailsForm({ details }: { readonly details: AccountDetails }) {
  const saved = valuesOf(details)
  const [draft, setDraft] = useState<Partial<Values>>({})
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  const values: Values = { ...saved, ...draft }
  const changes = changesOf(saved, values)
  const isChanged = Object.keys(changes).length > 0
  const { held, forget } = useLeaveGuard(isChanged)
  const set = (change: Partial<Values>) => {
    setDraft((last) => ({ ...last, ...change }))
    setErrors((last) => ({ ...last, ...Object.fromEntries(Object.keys(change).map((field) => [field, undefined])) }))
  }
  const refuse = (found: Errors) => {
    setErrors(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const { mutate, isPending, error } = useMutation(
    {
      mutationFn: (body: z.output<typeof accountDetailsUpdate>) => api.patch('/account', body, accountDetails),
      onSuccess: (now) => {
        queryClient.setQueryData(detailsQuery.queryKey, now)
        setDraft({})
        notify('success', 'Your details are saved.')
        return renewAfterChange()
      },
      onError: (refused) => refused instanceof ApiError && refuse(firstOf(refused.errors)),
    },
    queryClient,
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged || isPending) return
    const parsed = z.safeParse(accountDetailsUpdate, changes)
    if (parsed.success) mutate(parsed.data)
    else refuse(brokenOf(parsed.error, values))
  }
  return (
    <form ref={form} noValidate className="flex flex-col gap-4 p-4" onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          name="first_name"
          autoComplete="given-name"
          value={values.first_name}
          error={errors.first_name}
          onChange={({ target }) => set({ first_name: target.value })}
        />
        <TextField
          label="Last name"
          name="last_name"
          autoComplete="family-name"
          value={values.last_name}
          error={errors.last_name}
          onChange={({ target }) => set({ last_name: target.value })}
        />
      </div>
      <TimeZoneField name="time_zone" value={values.time_zone} error={errors.time_zone} onChange={(time_zone) => set({ time_zone })} />
      {error !== null && Object.values(errors).every((text) => text === undefined) && (
        <p role="alert" className="text-13 text-danger">
          {errorText(error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending} disabledReason={isChanged ? undefined : 'No changes to save.'}>
          Save
        </Button>
        {isChanged && !isPending && (
          <Button
            variant="ghost"
            onClick={() => {
              setDraft({})
              setErrors({})
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
      {held !== null && (
        <LeaveDialog
          onStay={forget}
          onLeave={() => {
            setDraft({})
            held()
          }}
        />
      )}
    </form>
  )
}

const valuesOf = ({ first_name, last_name, time_zone }: AccountDetails): Values => ({ first_name, last_name, time_zone: time_zone ?? '' })

function changesOf(saved: Values, values: Values): Record<string, string | null> {
  const changed = Object.entries(values).filter(
    ([field, value]) => value.trim() !== Object.entries(saved).find(([name]) => name === field)?.[1],
  )
  return Object.fromEntries(changed.map(([field, value]) => [field, field === 'time_zone' && value === '' ? null : value]))
}

const firstOf = (errors: ApiError['errors']): Errors =>
  Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first === undefined ? undefined : sentence(first)]))

function brokenOf(error: z.core.$ZodError, values: Values): Errors {
  const empty = new Set(Object.entries(values).flatMap(([field, value]) => (value.trim() === '' ? [field] : [])))
  return Object.fromEntries(
    error.issues.map(({ path, message }) => {
      const field = String(path[0] ?? '')
      return [field, empty.has(field) ? 'This field is required.' : sentence(message)]
    }),
  )
}

/** The browser bundle has no zod messages, so a rule without its own message reads `Invalid input`. */
const sentence = (text: string): string =>
  text === 'Invalid input' ? 'This entry is not valid.' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

type TimeZoneFieldProps = Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> & {
  /** IANA name; empty means UTC. */
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (zone: string) => void
}

function TimeZoneField({ value, error, onChange, ...rest }: TimeZoneFieldProps) {
  const id = useId()
  const zones = useMemo(() => zonesWith(value), [value])
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-13 text-ink-1">
        Time zone for e-mails
      </label>
      <select
        {...rest}
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={inputStyle}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
      >
        <option value="">UTC</option>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone === here ? `${zone} (this device)` : zone}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} className="text-12 text-ink-2">
        E-mails from Aerie use this time zone. Screens use the time zone of your device.
      </span>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** Keeps a zone that was saved in another browser and is missing from this one's list. */
function zonesWith(chosen: string): string[] {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = Intl.supportedValuesOf('timeZone').filter((zone) => zone !== here && zone !== 'UTC')
  const first = here === 'UTC' ? [] : [here]
  return chosen === '' || chosen === here || known.includes(chosen) ? [...first, ...known] : [...first, chosen, ...known]
}

const detailsQuery = queryOptions({
  queryKey: ['account-details'] as const,
  queryFn: ({ signal }) => api.get('/account', accountDetails, { signal }),
})
