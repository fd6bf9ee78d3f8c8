import { APEX_CONFIRMATION, APEX_RIGHTS_UNKNOWN, type ApexKeysBody } from '@aerie/wire/apex'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { useProof } from '../security/reauthenticate-dialog.tsx'
import { apexCalls, apexKeysQuery, apexOverviewQuery } from './apex-queries.ts'

type Form = Omit<ApexKeysBody, 'confirmation'>
const EMPTY: Form = { api_key: '', secret: '', passphrase: '' }
const FIELDS = [
  ['api_key', 'API key'],
  ['secret', 'Secret'],
  ['passphrase', 'Passphrase'],
] as const

const isConfirmed = (typed: string): boolean => typed.trim().toLowerCase() === APEX_CONFIRMATION
const isRightsUnknown = (error: unknown): boolean => error instanceof ApiError && error.word === APEX_RIGHTS_UNKNOWN

/** A key of ApeX Omni, checked there before it is kept. */
export function ApexKeyForm({ onDone, isCancellable }: { readonly onDone: () => void; readonly isCancellable: boolean }) {
  const [form, setForm] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  /** What is typed where ApeX does not say what the key may do; undefined while nobody has asked. */
  const [typed, setTyped] = useState<string>()
  const [isConfirmTried, setConfirmTried] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending, error, reset } = useMutation(
    {
      // No secret is kept where nobody looks.
      gcTime: 0,
      mutationFn: () => withProof(() => apexCalls.save({ ...form, ...(typed !== undefined && { confirmation: APEX_CONFIRMATION }) })),
      onError: (fault) => {
        if (!isRightsUnknown(fault)) return
        setTyped('')
        setConfirmTried(false)
      },
      onSuccess: async (saved) => {
        if (saved === undefined) return
        setForm(EMPTY)
        setTyped(undefined)
        queryClient.removeQueries({ queryKey: apexOverviewQuery.queryKey })
        queryClient.setQueryData(apexKeysQuery.queryKey, saved)
        notify('success', 'ApeX Omni accepted the key.')
        onDone()
      },
    },
    queryClient,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setConfirmTried(typed !== undefined)
    const isWhole = FIELDS.every(([name]) => form[name] !== '') && (typed === undefined || isConfirmed(typed))
    if (isWhole && !isPending) mutate()
  }
  return (
    <form noValidate className="flex max-w-md flex-col gap-4 p-4" onSubmit={submit}>
      <p className="text-13 text-ink-2">
        A key from ApeX Omni lets Aerie read your balances, positions and orders there, and cancel orders. It cannot place orders, and must
        not be able to withdraw. It is stored encrypted and never shown again.
      </p>
      {FIELDS.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          name={`apex_${name}`}
          type={name === 'api_key' ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          maxLength={256}
          value={form[name]}
          error={isTried && form[name] === '' ? 'Required' : undefined}
          onChange={({ target }) => {
            setForm({ ...form, [name]: target.value.trim() })
            setTyped(undefined)
            reset()
          }}
        />
      ))}
      {typed !== undefined && (
        <div className="flex flex-col gap-3 rounded-md border border-warning p-3">
          <p role="alert" className="text-13 text-ink-1">
            ApeX Omni does not say what this key may do, so Aerie cannot check that it cannot withdraw. Check the key on ApeX Omni before
            you save it. Nothing is saved yet.
          </p>
          <TextField
            label={`Type “${APEX_CONFIRMATION}” to confirm`}
            name="apex_confirmation"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            value={typed}
            error={isConfirmTried && !isConfirmed(typed) ? `Type “${APEX_CONFIRMATION}”, or use another key.` : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      {error !== null && !isRightsUnknown(error) && (
        <p role="alert" className="text-13 text-danger">
          {errorText(error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending}>
          {typed === undefined ? 'Check and save' : 'Save anyway'}
        </Button>
        {isCancellable && <Button onClick={onDone}>Cancel</Button>}
      </div>
      {proofDialog}
    </form>
  )
}
