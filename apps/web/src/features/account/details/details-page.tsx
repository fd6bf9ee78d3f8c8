import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { queryClient } from '../../../lib/http/query-client.ts'
import { usePageTitle } from '../../../navigation/page-title.ts'
import { useSession } from '../../../session/session.ts'
import { Panel } from '../../../ui/panel.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { DetailsForm } from './details-form.tsx'
import { detailsQuery } from './details-queries.ts'

/** Account → Details: who the user is. */
export function DetailsPage() {
  usePageTitle('Details')
  const query = useQuery(detailsQuery, queryClient)
  return (
    <div className="panels-roomy mx-auto flex w-full max-w-4xl flex-col gap-4 p-4">
      <h1 className="font-semibold text-24">Details</h1>
      <QueryView
        query={query}
        loading="Loading your details"
        failed="Your details could not be loaded"
        rows={3}
        rowClassName="h-12 w-full"
        className=""
      >
        {(details) => (
          <>
            <Panel title="Your details">
              <DetailsForm details={details} />
            </Panel>
            <Panel title="Account">
              <Facts email={details.email} createdAt={details.created_at} />
            </Panel>
          </>
        )}
      </QueryView>
    </div>
  )
}

function Facts({ email, createdAt }: { readonly email: string; readonly createdAt: string }) {
  const user = useSession((session) => session.user)
  const since = new Date(createdAt).toLocaleDateString(undefined, { dateStyle: 'long' })
  return (
    <dl className="grid gap-x-6 gap-y-3 p-4 text-13 sm:grid-cols-[auto_1fr]">
      <Fact name="E-mail address">{email}</Fact>
      <Fact name="Plan">
        <Link to="/account/subscriptions">{user?.subscription ?? '—'}</Link>
      </Fact>
      <Fact name="Market-data calls a day">{user?.daily_api_call_limit.toLocaleString() ?? '—'}</Fact>
      <Fact name="Member since">{since}</Fact>
      <Fact name="User ID">{user?.user_id ?? '—'}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd translate="no" className="num min-w-0 break-all text-ink-1 max-sm:-mt-2">
      {children}
    </dd>
  </>
)
