import { APEX_CONFIRMATION, APEX_RIGHTS_UNKNOWN, type ApexKeys } from '@aerie/wire/apex'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { queryClient } from '../../platform/api/query-client.ts'
import { dateTimeText } from '../../platform/format/market-text.ts'
import { usePageTitle } from '../../platform/navigation/page-title.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { cx } from '../../ui/cx.ts'
import { FormFailure } from '../../ui/forms/form-failure.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { ConfirmedAction, useProof } from '../account/index.ts'
import { ApexHoldings, apexCalls, apexKeysQuery, apexOverviewQuery } from './apex-holdings.tsx'

export function ApexPage() {
  usePageTitle('Apex')
  const query = useQuery(apexKeysQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Apex</h1>
      <QueryView query={query} loading="Loading your key" failed="Your key could not be loaded" rows={3} rowClassName="h-12 w-full">
        {(keys) => (
          <>
            <KeyPanel keys={keys} />
            {keys.is_set && <ApexHoldings />}
          </>
        )}
      </QueryView>
    </div>
  )
}

function KeyPanel({ keys }: { readonly keys: ApexKeys }) {
  const [isReplacing, setReplacing] = useState(false)
  const isForm = isReplacing || !keys.is_set
  return (
    <Panel title="ApeX Omni key">
      {isForm ? (
        <ApexKeyForm onDone={() => setReplacing(false)} isCancellable={keys.is_set} />
      ) : (
        <SavedKey keys={keys} onReplace={() => setReplacing(true)} />
      )}
      {keys.placing.reason !== null && (
        <dl className="flex flex-wrap gap-x-3 gap-y-1 border-line border-t px-4 py-3 text-13">
          <dt className="font-medium text-ink-1">Live orders</dt>
          <dd className="min-w-0 text-ink-2">{keys.placing.reason}</dd>
        </dl>
      )}
    </Panel>
  )
}

function SavedKey({ keys, onReplace }: { readonly keys: ApexKeys; readonly onReplace: () => void }) {
  const checked = keys.checked_at === null ? '' : dateTimeText(keys.checked_at)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4">
      <div className="min-w-0">
        <p className="num font-medium text-15 text-ink-1">{`API key ending in ${keys.key_ends ?? ''}`}</p>
        <p className="num break-words text-12 text-ink-2">{`${`Account ${keys.account ?? ''}`} · ${`accepted ${checked}`}`}</p>
        <p className={cx('text-12', keys.rights === 'stated' ? 'text-ink-2' : 'text-warning')}>{rights[keys.rights ?? 'unknown']}</p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={onReplace}>
          Replace
        </Button>
        <ConfirmedAction
          name="Delete"
          size="sm"
          title="Delete this key?"
          text="Aerie can no longer see or cancel your orders on ApeX Omni. Your orders and positions there stay open."
          call={apexCalls.remove}
          onDone={forgetKey}
        />
      </div>
    </div>
  )
}

async function forgetKey(): Promise<void> {
  queryClient.removeQueries({ queryKey: apexOverviewQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: apexKeysQuery.queryKey })
  notify('success', 'Key deleted.')
}

const rights = {
  stated: 'ApeX Omni says that it cannot withdraw.',
  confirmed: 'ApeX Omni does not say what it may do. You confirmed that it cannot withdraw.',
  unknown: 'It is not known whether it can withdraw. Replace it to have it checked.',
}

const FIELDS = [
  ['api_key', 'API key'],
  ['secret', 'Secret'],
  ['passphrase', 'Passphrase'],
] as const

const given = z.string().check(z.minLength(1, 'Required'))
const keyForm = z.object({ api_key: given, secret: given, passphrase: given })
const confirmedForm = z.extend(keyForm, {
  confirmation: z.pipe(
    z.string().check(z.trim(), z.toLowerCase()),
    z.literal(APEX_CONFIRMATION, `Type “${APEX_CONFIRMATION}”, or use another key.`),
  ),
})
const EMPTY = { api_key: '', secret: '', passphrase: '' }
type Form = typeof EMPTY & { readonly confirmation?: string }

function ApexKeyForm({ onDone, isCancellable }: { readonly onDone: () => void; readonly isCancellable: boolean }) {
  /** ApeX does not report the key's permissions: the user confirms them. */
  const [isConfirming, setConfirming] = useState(false)
  const { withProof, proofDialog } = useProof()
  const initial: Form = isConfirming ? { ...EMPTY, confirmation: '' } : EMPTY
  const form = useForm({
    schema: isConfirming ? confirmedForm : keyForm,
    initial,
    send: async (body) => {
      const saved = await withProof(() => apexCalls.save(body))
      if (saved === undefined) return
      form.reset()
      setConfirming(false)
      queryClient.removeQueries({ queryKey: apexOverviewQuery.queryKey })
      queryClient.setQueryData(apexKeysQuery.queryKey, saved)
      notify('success', 'ApeX Omni accepted the key.')
      onDone()
    },
    onRefused: ({ reason }) => {
      if (reason !== APEX_RIGHTS_UNKNOWN) return false
      form.set('confirmation', '')
      setConfirming(true)
      return true
    },
  })
  return (
    <form {...form.formProps} className="flex max-w-md flex-col gap-4 p-4">
      <p className="text-13 text-ink-2">
        A key from ApeX Omni lets Aerie read your balances, positions and orders there, and cancel orders. It cannot place orders, and must
        not be able to withdraw. It is stored encrypted and never shown again.
      </p>
      {FIELDS.map(([name, label]) => (
        <TextField
          {...form.field(name)}
          key={name}
          label={label}
          name={`apex_${name}`}
          type={name === 'api_key' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          maxLength={256}
          onChange={({ target }) => {
            form.set(name, target.value.trim())
            setConfirming(false)
          }}
        />
      ))}
      {isConfirming && (
        <div className="flex flex-col gap-3 rounded-md border border-warning p-3">
          <p role="alert" className="text-13 text-ink-1">
            ApeX Omni does not say what this key may do, so Aerie cannot check that it cannot withdraw. Check the key on ApeX Omni before
            you save it. Nothing is saved yet.
          </p>
          <TextField
            {...form.field('confirmation')}
            label={`Type “${APEX_CONFIRMATION}” to confirm`}
            name="apex_confirmation"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
          />
        </div>
      )}
      <FormFailure failure={form.failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {isConfirming ? 'Save anyway' : 'Check and save'}
        </Button>
        {isCancellable && <Button onClick={onDone}>Cancel</Button>}
      </div>
      {proofDialog}
    </form>
  )
}
