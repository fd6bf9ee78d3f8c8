import { PUBLIC_NAME_RULE, publicNameOr } from '@aerie/wire/public-names'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryClient } from '../../../platform/api/query-client.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { FormFailure } from '../../../ui/forms/form-failure.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Panel } from '../../../ui/panel.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { AuthorHead } from '../feed/author-head.tsx'
import { IdeaFeed } from '../feed/idea-feed.tsx'
import { AllNewsRead, IdeaNewsList } from '../idea-news/idea-news-list.tsx'
import { socialCalls } from '../social-calls.ts'
import { meQuery, refreshSocial } from '../social-queries.ts'

const NEWS_SHOWN = 8

type OwnRecordProps = {
  /** Opens the form for a new idea. */
  readonly onNew: () => void
}

export function OwnRecord({ onNew }: OwnRecordProps) {
  const query = useQuery(meQuery, queryClient)
  return (
    <QueryView query={query} loading="Loading the author" failed="The author could not be loaded" rows={1} rowClassName="h-28 w-full">
      {({ author, is_suspended }) => (
        <>
          {is_suspended && (
            <p className="rounded-md border border-line-strong px-3 py-2 text-13 text-warning">
              The operator of this server has suspended you from posting.
            </p>
          )}
          {author === null ? <NoRecord onNew={onNew} /> : <AuthorHead id={author.id} />}
          {/* Both are short: side by side where there is room. */}
          <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2 [&_li+li]:border-line [&_li+li]:border-t [&_li]:px-3 [&_li]:py-2 [&_li[data-unread]]:shadow-[inset_3px_0_0_var(--accent)]">
            <Panel title="Updates on ideas" trailing={<AllNewsRead />}>
              <IdeaNewsList most={NEWS_SHOWN} />
            </Panel>
            <NameForm name={author?.name ?? null} />
          </div>
          {author !== null && (
            <>
              <h2 className="font-semibold text-18">Your ideas</h2>
              <IdeaFeed filters={{ author: author.id }} />
            </>
          )}
        </>
      )}
    </QueryView>
  )
}

const NoRecord = ({ onNew }: OwnRecordProps) => (
  <section aria-label="Your record" className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface-1 p-4">
    <EmptyState
      title="No record yet"
      action={
        <Button variant="primary" onClick={onNew}>
          Post an idea
        </Button>
      }
    >
      Post an idea or a comment, and your record appears here.
    </EmptyState>
  </section>
)

const nameForm = (stored: string | null) =>
  z.object({
    name: z.pipe(
      z.pipe(
        z.string(),
        z.transform((typed) => typed.trim() || null),
      ),
      z.nullable(publicNameOr([stored])),
    ),
  })

function NameForm({ name }: { readonly name: string | null }) {
  const form = useForm({
    schema: nameForm(name),
    initial: { name: name ?? '' },
    send: async (data) => {
      // The server accepts no name that is older than the rules.
      if (data.name !== name) await socialCalls.setName(data.name)
      notify('success', 'Name saved.')
      await refreshSocial()
    },
  })
  return (
    <form {...form.formProps} className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-surface-1 p-4">
      <TextField
        {...form.field('name')}
        label="Your public name"
        className="max-w-80"
        hint={`${PUBLIC_NAME_RULE}. It is also your name as a leader in Copy. Your account name and e-mail are never shown. Without a name you appear as Trader and six characters.`}
        maxLength={24}
        autoComplete="off"
      />
      <FormFailure failure={form.failure} />
      <Button type="submit" className="self-start" busy={form.isBusy}>
        Save name
      </Button>
    </form>
  )
}
