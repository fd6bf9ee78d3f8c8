import { type AccountDetails, accountDetailsUpdate, changeAccountDetails, getAccountDetails } from '@aerie/wire/account/account-details'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId, useMemo } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { api } from '../../../platform/api/api.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { longDateText } from '../../../platform/format/market-text.ts'
import { usePageTitle } from '../../../platform/navigation/page-title.ts'
import { renewAfterChange, useSession } from '../../../platform/session/session.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { inputStyle, TextField } from '../../../ui/controls/text-field.tsx'
import { FieldError, FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { LeaveDialog, useLeaveGuard } from '../leave-guard.tsx'

export function DetailsPage() {
  usePageTitle('Details')
  const query = useQuery(detailsQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Details</h1>
      <QueryView query={query} loading="Loading your details" failed="Your details could not be loaded" rows={3} rowClassName="h-12 w-full">
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
  const since = longDateText(createdAt)
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

function DetailsForm({ details }: { readonly details: AccountDetails }) {
  const saved = valuesOf(details)
  const { values, set, error, field, reset, isBusy, failure, formProps } = useForm({
    schema: z.pipe(
      z.transform((typed: Values) => changesOf(saved, typed)),
      accountDetailsUpdate,
    ),
    initial: saved,
    send: async (body) => {
      queryClient.setQueryData(detailsQuery.queryKey, await api(changeAccountDetails, { body }))
      reset()
      notify('success', 'Your details are saved.')
      await renewAfterChange()
    },
  })
  const isChanged = Object.keys(changesOf(saved, values)).length > 0
  const { held, forget } = useLeaveGuard(isChanged)
  return (
    <form {...formProps} className="flex flex-col gap-4 p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
      </div>
      <TimeZoneField name="time_zone" value={values.time_zone} error={error('time_zone')} onChange={(zone) => set('time_zone', zone)} />
      <FormFailure failure={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy} disabledReason={isChanged ? undefined : 'No changes to save.'}>
          Save
        </Button>
        {isChanged && !isBusy && (
          <Button variant="ghost" onClick={reset}>
            Discard changes
          </Button>
        )}
      </div>
      {held !== null && (
        <LeaveDialog
          onStay={forget}
          onLeave={() => {
            reset()
            held()
          }}
        />
      )}
    </form>
  )
}

const valuesOf = ({ first_name, last_name, time_zone }: AccountDetails): Values => ({ first_name, last_name, time_zone: time_zone ?? '' })

const changesOf = (saved: Values, { first_name, last_name, time_zone }: Values): z.input<typeof accountDetailsUpdate> => ({
  ...(first_name.trim() !== saved.first_name && { first_name }),
  ...(last_name.trim() !== saved.last_name && { last_name }),
  ...(time_zone !== saved.time_zone && { time_zone: time_zone || null }),
})

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
      <Select
        {...rest}
        id={id}
        value={value}
        options={[['', 'UTC'], ...zones.map((zone) => [zone, zone === here ? `${zone} (this device)` : zone] as const)]}
        onChange={onChange}
        className={inputStyle}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-hint ${id}-error`}
      />
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
  queryFn: ({ signal }) => api(getAccountDetails, { signal }),
})
