import { endOtherSessions, endSession } from '@aerie/wire/account/account-sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/api/api.ts'
import { errorText } from '../../../platform/api/error-text.ts'
import { queryClient } from '../../../platform/api/query-client.ts'
import { dateTimeText } from '../../../platform/format/market-text.ts'
import { deviceText, locationText } from '../../../platform/session/new-logins.ts'
import { notify } from '../../../platform/toasts/toast.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'
import { useProof } from './reauthenticate-dialog.tsx'
import { type OwnSession, refetchSignIn, sessionsQuery } from './sign-in-queries.ts'

export function SessionsSection() {
  const query = useQuery(sessionsQuery, queryClient)
  const { data } = query
  return (
    <Panel title="Sessions" trailing={data !== undefined && <EndOthers count={data.length - 1} />}>
      <p className="p-4 text-13 text-ink-2">Where you are logged in. End any session you do not recognise and change your password.</p>
      <QueryView
        query={query}
        loading="Loading your sessions"
        failed="Your sessions could not be loaded"
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
              This device
            </span>
          )}
        </p>
        <p className="text-12 text-ink-2">
          {[locationText(session), `logged in ${dateTimeText(session.created_at)}`, `seen ${dateTimeText(session.last_seen_at)}`].join(
            ' · ',
          )}
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
      mutationFn: () => withProof(() => api(endSession, { params: { id: session.id } })),
      onSuccess: (done) => {
        if (done !== undefined) notify('success', `The session of ${name} has ended.`)
      },
      onError: (error) => notify('error', errorText(error)),
      onSettled: () => refetchSignIn(sessionsQuery),
    },
    queryClient,
  )
  return (
    <>
      <Button
        size="sm"
        busy={isPending}
        aria-label={`End the session of ${name}, logged in ${dateTimeText(session.created_at)}`}
        onClick={() => mutate()}
      >
        End
      </Button>
      {proofDialog}
    </>
  )
}

const EndOthers = ({ count }: { readonly count: number }) => (
  <ConfirmedAction
    name="End all others"
    size="sm"
    disabledReason={count === 0 ? 'There are no other sessions.' : undefined}
    title="End all other sessions"
    text="Every other browser and program is logged out at once."
    call={() => api(endOtherSessions, {})}
    onDone={({ ended }) => notify('success', ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`)}
    onSettled={() => refetchSignIn(sessionsQuery)}
  />
)
