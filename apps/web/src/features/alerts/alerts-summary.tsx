import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pauseAllAlerts } from '../../alerts/alert-commands.ts'
import { alertSummaryQuery } from '../../alerts/alert-queries.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'

/** How many of the plan's alerts are in use. */
export function PlanNote() {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  // Its room is kept while it is not known, so that nothing below it moves.
  if (data === undefined) return <p className="alerts-plan" />
  return (
    <p className="alerts-plan num text-12 text-ink-2">
      {`${data.active} of ${data.limit} alerts`}
      {data.active >= data.limit && (
        <>
          {' · '}
          <ButtonLink size="sm" variant="ghost" to="/account/subscriptions">
            Higher limit with another plan
          </ButtonLink>
        </>
      )}
    </p>
  )
}

/** Pauses all alerts of the account, or resumes them. */
export function PauseAll() {
  const { data } = useQuery(alertSummaryQuery, queryClient)
  const [isBusy, setBusy] = useState(false)
  if (data === undefined || (data.active === 0 && !data.is_paused)) return null
  const press = () => {
    setBusy(true)
    void pauseAllAlerts(!data.is_paused).finally(() => setBusy(false))
  }
  return (
    <Button busy={isBusy} aria-pressed={data.is_paused} onClick={press}>
      {data.is_paused ? 'Resume all' : 'Pause all'}
    </Button>
  )
}
