import type { ApexKeysBody } from '@aerie/wire/apex'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { useProof } from '../security/reauthenticate-dialog.tsx'
import { apexCalls, apexKeysQuery, apexOverviewQuery } from './apex-queries.ts'
import { APEX_WORDS } from './apex-words.ts'

const WORDS = APEX_WORDS.key
const EMPTY: ApexKeysBody = { api_key: '', secret: '', passphrase: '' }
const FIELDS = [
  ['api_key', WORDS.apiKey],
  ['secret', WORDS.secret],
  ['passphrase', WORDS.passphrase],
] as const

/** A key of ApeX Omni, checked there before it is kept. */
export function ApexKeyForm({ onDone, isCancellable }: { readonly onDone: () => void; readonly isCancellable: boolean }) {
  const [form, setForm] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending, error, reset } = useMutation(
    {
      // No secret is kept where nobody looks.
      gcTime: 0,
      mutationFn: () => withProof(() => apexCalls.save(form)),
      onSuccess: async (saved) => {
        if (saved === undefined) return
        setForm(EMPTY)
        queryClient.removeQueries({ queryKey: apexOverviewQuery.queryKey })
        queryClient.setQueryData(apexKeysQuery.queryKey, saved)
        notify('success', WORDS.saved)
        onDone()
      },
    },
    queryClient,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (FIELDS.every(([name]) => form[name] !== '') && !isPending) mutate()
  }
  return (
    <form noValidate className="flex max-w-md flex-col gap-4 p-4" onSubmit={submit}>
      <p className="text-13 text-ink-2">{WORDS.about}</p>
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
          error={isTried && form[name] === '' ? WORDS.needed : undefined}
          onChange={({ target }) => {
            setForm({ ...form, [name]: target.value.trim() })
            reset()
          }}
        />
      ))}
      {error !== null && (
        <p role="alert" className="text-13 text-danger">
          {errorText(error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending}>
          {WORDS.save}
        </Button>
        {isCancellable && <Button onClick={onDone}>{APEX_WORDS.cancel}</Button>}
      </div>
      {proofDialog}
    </form>
  )
}
