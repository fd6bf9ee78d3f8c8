import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { queryClient } from '../../lib/query-client.ts'
import { usePageTitle } from '../../navigation/page-title.ts'
import { useSession } from '../../session/session.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { DetailsForm } from './details-form.tsx'
import { detailsQuery } from './details-queries.ts'
import { DETAILS_WORDS as WORDS } from './details-words.ts'

/** Account → Details: who the user is. */
export function DetailsPage() {
  usePageTitle(WORDS.title)
  const { data, error, isFetching, refetch } = useQuery(detailsQuery, queryClient)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">{WORDS.title}</h1>
      {data === undefined && error !== null && (
        <ErrorState title={WORDS.failed} busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label={WORDS.loading} className="flex flex-col gap-3">
          <SkeletonRows count={3} className="h-12 w-full" />
        </div>
      )}
      {data !== undefined && (
        <>
          <Panel title={WORDS.you}>
            <DetailsForm details={data} />
          </Panel>
          <Panel title={WORDS.account}>
            <Facts email={data.email} createdAt={data.created_at} />
          </Panel>
        </>
      )}
    </div>
  )
}

function Facts({ email, createdAt }: { readonly email: string; readonly createdAt: string }) {
  const user = useSession((session) => session.user)
  const since = new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'long' })
  return (
    <dl className="grid gap-x-6 gap-y-3 p-4 text-13 sm:grid-cols-[auto_1fr]">
      <Fact name={WORDS.email}>{email}</Fact>
      <Fact name={WORDS.plan}>
        <Link to="/account/subscriptions">{user?.subscription ?? '—'}</Link>
      </Fact>
      <Fact name={WORDS.calls}>{user?.daily_api_call_limit.toLocaleString() ?? '—'}</Fact>
      <Fact name={WORDS.member}>{since}</Fact>
      <Fact name={WORDS.userId}>{user?.user_id ?? '—'}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="num min-w-0 break-all text-ink-1 max-sm:-mt-2">{children}</dd>
  </>
)
