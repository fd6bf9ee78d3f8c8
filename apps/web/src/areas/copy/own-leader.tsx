import { leaderForm, type OwnLeader as Own } from '@aerie/wire/copies'
import { PUBLIC_NAME_RULE, publicNameOr } from '@aerie/wire/public-names'
import { useMutation, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { errorText } from '../../platform/api/error-text.ts'
import { queryClient } from '../../platform/api/query-client.ts'
import { notify } from '../../platform/toasts/toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormFailure } from '../../ui/forms/form-failure.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { QueryView } from '../../ui/states/query-view.tsx'
import { meQuery, refreshSocial } from '../social/index.ts'
import { copyCalls, ownLeaderQuery, refetchCopies } from './copy-calls.ts'

export function OwnLeader() {
  const query = useQuery(ownLeaderQuery, queryClient)
  const me = useQuery(meQuery, queryClient)
  const texts = { loading: 'Loading', failed: 'This could not be loaded.', rows: 5, rowClassName: 'h-11 w-full', className: 'p-3' }
  return (
    <QueryView query={query} {...texts}>
      {(own) => (
        <QueryView query={me} {...texts}>
          {({ author }) => <OwnForm key={own?.id ?? ''} own={own} nameInSocial={author?.name} />}
        </QueryView>
      )}
    </QueryView>
  )
}

function OwnForm({ own, nameInSocial }: { readonly own: Own; readonly nameInSocial: string | null | undefined }) {
  const form = useForm({
    schema: z.strictObject({ ...leaderForm.shape, name: publicNameOr([nameInSocial, own?.name]) }),
    initial: { name: nameInSocial ?? own?.name ?? '', about: own?.about ?? '' },
    send: async (leader) => {
      take(await copyCalls.lead(leader))
      await refreshSocial()
      form.reset()
    },
  })
  const closing = useMutation({ mutationFn: () => copyCalls.stopLeading(), onSuccess: take }, queryClient)
  const isOpen = own?.is_open === true
  return (
    <form {...form.formProps} className="flex max-w-[480px] flex-col gap-3 p-3">
      <h2 className="font-semibold text-15">Let others copy you</h2>
      <p className="text-13 text-ink-2">
        Others see the name below, the figures of your journal in this market and what followers earned. They do not see your e-mail
        address.
      </p>
      {own !== null && (
        <p className="text-13">
          {isOpen ? (own.followers === 1 ? 'Open. 1 follower.' : `Open. ${own.followers} followers.`) : 'Closed. Nobody can copy you.'}
        </p>
      )}
      <TextField {...form.field('name')} label="Name" hint={`${PUBLIC_NAME_RULE}. It is also your name in Social.`} maxLength={24} />
      <TextField {...form.field('about')} label="About your trading" hint="At most 280 characters." maxLength={280} />
      <FormFailure failure={form.failure} />
      {closing.error !== null && (
        <p role="alert" className="text-12 text-danger">
          {errorText(closing.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {isOpen ? 'Save' : 'Let others copy me'}
        </Button>
        {isOpen && (
          <Button variant="danger" busy={closing.isPending} onClick={() => closing.mutate()}>
            Stop being copied
          </Button>
        )}
      </div>
      {isOpen && <p className="text-12 text-ink-2">Current copies are paused within seconds, and their users are notified.</p>}
    </form>
  )
}

function take(own: Own): void {
  queryClient.setQueryData(ownLeaderQuery.queryKey, own)
  refetchCopies()
  notify('success', 'Saved.')
}
