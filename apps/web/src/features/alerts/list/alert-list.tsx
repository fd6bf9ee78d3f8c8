import { ALERT_STATES, type AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { alertSummaryQuery, alertsQuery } from '../../../alerts/alert-queries.ts'
import { shownState } from '../../../alerts/shown-state.ts'
import { queryClient } from '../../../lib/http/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { ErrorText } from '../../../ui/states/error-text.tsx'
import { QueryNotice } from '../../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'
import { STATE_WORDS } from '../alerts-words.ts'
import { AlertTable } from './alert-table.tsx'
import * as WORDS from './list-words.ts'

type AlertListProps = { readonly onNew: () => void }

/** All alerts of the user, or those of one state. */
export const AlertList = ({ onNew }: AlertListProps) => (
  // What a focus that is lost stays in, whatever the list shows then.
  <div data-alert-list="">
    <ShownAlerts onNew={onNew} />
  </div>
)

function ShownAlerts({ onNew }: AlertListProps) {
  const query = useQuery(alertsQuery, queryClient)
  const { data, error, isFetching, refetch } = query
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  const [params, setParams] = useSearchParams()
  const chosen = ALERT_STATES.find((state) => state === params.get('state')) ?? null
  const choose = (state: AlertRow['state'] | null) =>
    setParams(
      (now) => {
        if (state === null) now.delete('state')
        else now.set('state', state)
        return now
      },
      { replace: true },
    )
  if (data === undefined) {
    return error === null ? (
      <div role="status" aria-label={WORDS.loadingYourAlerts} className="flex flex-col gap-2 p-3">
        <SkeletonRows count={6} className="alert-skeleton w-full" />
      </div>
    ) : (
      <ErrorState title={WORDS.alertsFailed} busy={isFetching} onRetry={() => void refetch()}>
        <ErrorText error={error} />
      </ErrorState>
    )
  }
  if (data.length === 0) return <NoAlerts onNew={onNew} />
  const isAllPaused = summary?.is_paused ?? false
  const shown = chosen === null ? data : data.filter((alert) => shownState(alert, isAllPaused) === chosen)
  return (
    <>
      {error !== null && (
        <div className="px-3 py-2">
          <QueryNotice query={query} text={WORDS.notUpdated} role="status" />
        </div>
      )}
      <StateFilter alerts={data} isAllPaused={isAllPaused} chosen={chosen} onChoose={choose} />
      {shown.length === 0 ? (
        <p className="p-4 text-13 text-ink-2">{WORDS.noAlertInState(STATE_WORDS[chosen ?? 'active'].toLowerCase())}</p>
      ) : (
        <AlertTable key={chosen} alerts={shown} isAllPaused={isAllPaused} />
      )}
      <p className="p-3 text-11 text-ink-2 max-sm:hidden">{WORDS.keyboardHint}</p>
    </>
  )
}

type StateFilterProps = {
  readonly alerts: readonly AlertRow[]
  readonly isAllPaused: boolean
  readonly chosen: AlertRow['state'] | null
  readonly onChoose: (state: AlertRow['state'] | null) => void
}

function StateFilter({ alerts, isAllPaused, chosen, onChoose }: StateFilterProps) {
  return (
    <fieldset className="alert-filter">
      <legend className="sr-only">{WORDS.showAlertsThatAre}</legend>
      {[null, ...ALERT_STATES].map((state) => {
        const count = state === null ? alerts.length : alerts.filter((alert) => shownState(alert, isAllPaused) === state).length
        return (
          <button
            key={state ?? 'all'}
            type="button"
            aria-pressed={chosen === state}
            onClick={() => onChoose(state)}
            className={cx('alert-chip', chosen === state && 'alert-chip-on')}
          >
            {state === null ? WORDS.all : STATE_WORDS[state]}{' '}
            <span translate="no" className="num text-ink-2">
              {count}
            </span>
          </button>
        )
      })}
      {isAllPaused && <p className="alert-resting">{WORDS.allPaused}</p>}
    </fieldset>
  )
}

const NoAlerts = ({ onNew }: AlertListProps) => (
  <EmptyState
    icon={<BellPlus size={28} aria-hidden="true" />}
    title={WORDS.noAlertsYet}
    action={
      <Button variant="primary" data-first-alert="" onClick={onNew}>
        {WORDS.newAlert}
      </Button>
    }
  >
    {WORDS.howToSetAlerts}
  </EmptyState>
)
