import { leaderForm, type OwnLeader as Own } from '@aerie/wire/copies'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../lib/http/error-text.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormFailure } from '../../ui/forms/form-failure.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { notify } from '../../ui/states/toast.ts'
import { copyCalls, ownLeaderQuery, refetchCopies } from './copy-calls.ts'
import { COPY_TEXT } from './copy-words.ts'

const TEXT = COPY_TEXT.lead

export function OwnLeader() {
  const query = useQuery(ownLeaderQuery, queryClient)
  return (
    <QueryView query={query} loading={TEXT.loading} failed={TEXT.failed} rows={5} rowClassName="h-11 w-full" className="p-3">
      {(own) => <OwnForm key={own?.id ?? ''} own={own} />}
    </QueryView>
  )
}

function OwnForm({ own }: { readonly own: Own }) {
  const form = useForm({
    schema: leaderForm,
    initial: { name: own?.name ?? '', about: own?.about ?? '' },
    send: async (leader) => {
      take(await copyCalls.lead(leader))
      form.reset()
    },
  })
  const closing = useMutation({ mutationFn: () => copyCalls.stopLeading(), onSuccess: take }, queryClient)
  const isOpen = own?.is_open === true
  return (
    <form {...form.formProps} className="copy-form p-3">
      <h2 className="font-semibold text-15">{TEXT.title}</h2>
      <p className="text-13 text-ink-2">{TEXT.about}</p>
      {own !== null && <p className="text-13">{isOpen ? TEXT.open(own.followers) : TEXT.closed}</p>}
      <TextField {...form.field('name')} label={TEXT.name} hint={TEXT.nameHint} maxLength={30} />
      <TextField {...form.field('about')} label={TEXT.text} hint={TEXT.textHint} maxLength={280} />
      <FormFailure failure={form.failure} />
      {closing.error !== null && (
        <p role="alert" className="text-12 text-danger">
          {errorText(closing.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {isOpen ? TEXT.update : TEXT.save}
        </Button>
        {isOpen && (
          <Button variant="danger" busy={closing.isPending} onClick={() => closing.mutate()}>
            {TEXT.close}
          </Button>
        )}
      </div>
      {isOpen && <p className="text-12 text-ink-2">{TEXT.closeText}</p>}
    </form>
  )
}

function take(own: Own): void {
  queryClient.setQueryData(ownLeaderQuery.queryKey, own)
  refetchCopies()
  notify('success', TEXT.saved)
}
