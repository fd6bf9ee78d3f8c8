import { sessionsEnded } from '@aerie/wire/account/account-sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/http/api.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { deviceText, placeText } from '../../../session/session-entry-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { notify } from '../../../ui/states/toast.ts'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { momentText, type OwnSession, refetchSignIn, sessionsQuery } from './sign-in-queries.ts'
import { SIGN_IN_WORDS } from './sign-in-words.ts'

const { sessions: WORDS } = SIGN_IN_WORDS

/** Account → Account: where one is logged in, and the end of it. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery, queryClient)
  const { data } = query
  return (
    <Panel title={WORDS.title} trailing={data !== undefined && <EndOthers count={data.length - 1} />}>
      <p className="p-4 text-13 text-ink-2">{WORDS.about}</p>
      <QueryView
        query={query}
        loading={WORDS.loading}
        failed={WORDS.failed}
        rows={1}
        rowClassName="h-9 w-full"
        className="border-line border-t px-4 py-3"
      >
        {(sessions) => (
          <ul className="divide-y divide-line border-line border-t">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  )
}

function SessionRow({ session }: { readonly session: OwnSession }) {
  const name = deviceText(session)
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 text-13 text-ink-1">
          {name}
          {session.is_current && (
            <span className="inline-flex min-h-5 items-center rounded-full border border-line-strong px-2 text-11 text-ink-2">
              {WORDS.here}
            </span>
          )}
        </p>
        <p className="text-12 text-ink-2">
          {[placeText(session), WORDS.opened(momentText(session.created_at)), WORDS.seen(momentText(session.last_seen_at))].join(' · ')}
        </p>
      </div>
      {!session.is_current && <EndOne session={session} name={name} />}
    </li>
  )
}

function EndOne({ session, name }: { readonly session: OwnSession; readonly name: string }) {
  const { withProof, proofDialog } = useProof()
  const { mutate, isPending } = useMutation(
    {
      mutationFn: () => withProof(() => api.delete(`/account/sessions/${session.id}`, sessionsEnded)),
      onSuccess: (done) => {
        if (done !== undefined) notify('success', WORDS.ended(name))
      },
      onError: (error) => notify('error', errorText(error)),
      onSettled: () => refetchSignIn(sessionsQuery),
    },
    queryClient,
  )
  return (
    <>
      <Button size="sm" busy={isPending} aria-label={WORDS.endLabel(name, momentText(session.created_at))} onClick={() => mutate()}>
        {WORDS.end}
      </Button>
      {proofDialog}
    </>
  )
}

const EndOthers = ({ count }: { readonly count: number }) => (
  <ConfirmedAction
    name={WORDS.endOthers}
    size="sm"
    disabledReason={count === 0 ? WORDS.noOthers : undefined}
    title={WORDS.endOthersTitle}
    text={WORDS.endOthersText}
    call={() => api.delete('/account/sessions', sessionsEnded)}
    onDone={({ ended }) => notify('success', WORDS.endedOthers(ended))}
    onSettled={() => refetchSignIn(sessionsQuery)}
  />
)
