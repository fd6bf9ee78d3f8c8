import type { LeaderForm, OwnLeader as Own } from '@aerie/wire/copies'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/http/api-error.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { notify } from '../../ui/states/toast.ts'
import { copyCalls, ownLeaderQuery, refetchCopies } from './copy-calls.ts'
import { COPY_WORDS } from './copy-words.ts'

const WORDS = COPY_WORDS.lead

export function OwnLeader() {
  const query = useQuery(ownLeaderQuery, queryClient)
  return (
    <QueryView query={query} loading={WORDS.loading} failed={WORDS.failed} rows={5} rowClassName="h-11 w-full" className="p-3">
      {(own) => <OwnForm key={own?.id ?? ''} own={own} />}
    </QueryView>
  )
}

function OwnForm({ own }: { readonly own: Own }) {
  const [form, setForm] = useState<LeaderForm>({ name: own?.name ?? '', about: own?.about ?? '' })
  const saving = useMutation(
    {
      mutationFn: (work: () => Promise<Own>) => work(),
      onSuccess: (data) => {
        queryClient.setQueryData(ownLeaderQuery.queryKey, data)
        refetchCopies()
        notify('success', WORDS.saved)
      },
    },
    queryClient,
  )
  const refused = saving.error instanceof ApiError ? saving.error.errors : {}
  const isOpen = own?.is_open === true
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(() => copyCalls.lead(form))
  }
  return (
    <form className="copy-form p-3" onSubmit={submit} noValidate>
      <h2 className="font-semibold text-15">{WORDS.title}</h2>
      <p className="text-13 text-ink-2">{WORDS.about}</p>
      {own !== null && <p className="text-13">{isOpen ? WORDS.open(own.followers) : WORDS.closed}</p>}
      <TextField
        label={WORDS.name}
        hint={WORDS.nameHint}
        maxLength={30}
        value={form.name}
        error={refused.name?.[0]}
        onChange={({ target }) => setForm({ ...form, name: target.value })}
      />
      <TextField
        label={WORDS.text}
        hint={WORDS.textHint}
        maxLength={280}
        value={form.about}
        error={refused.about?.[0]}
        onChange={({ target }) => setForm({ ...form, about: target.value })}
      />
      {saving.error !== null && (
        <p role="alert" className="text-12 text-danger">
          {errorText(saving.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isPending}>
          {isOpen ? WORDS.update : WORDS.save}
        </Button>
        {isOpen && (
          <Button variant="danger" busy={saving.isPending} onClick={() => saving.mutate(() => copyCalls.stopLeading())}>
            {WORDS.close}
          </Button>
        )}
      </div>
      {isOpen && <p className="text-12 text-ink-2">{WORDS.closeText}</p>}
    </form>
  )
}
