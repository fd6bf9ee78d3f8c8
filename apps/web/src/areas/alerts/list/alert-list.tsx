import { ALERT_STATES, type AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { alertSummaryQuery, alertsQuery } from '../alert-queries.ts'
import { stateLabels } from '../messages.ts'
import { shownState } from '../shown-state.ts'
import { AlertTable } from './alert-table.tsx'

type AlertListProps = { readonly onNew: () => void }

export const AlertList = ({ onNew }: AlertListProps) => (
  // Focus target when the focused row disappears.
  <div data-alert-list="">
    <ShownAlerts onNew={onNew} />
  </div>
)

function ShownAlerts({ onNew }: AlertListProps) {
  const query = useQuery(alertsQuery, queryClient)
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
  const isAllPaused = summary?.is_paused ?? false
  return (
    <QueryView
      query={query}
      loading="Loading your alerts"
      failed="Your alerts could not be loaded"
      stale="This could not be updated; these are the last known alerts."
      errorClassName="px-3 py-2"
      rows={6}
      rowClassName="alert-skeleton w-full"
      className="p-3"
      isEmpty={(alerts) => alerts.length === 0}
      empty={<NoAlerts onNew={onNew} />}
    >
      {(alerts) => <Filtered alerts={alerts} isAllPaused={isAllPaused} chosen={chosen} onChoose={choose} />}
    </QueryView>
  )
}

type FilteredProps = {
  readonly alerts: readonly AlertRow[]
  readonly isAllPaused: boolean
  readonly chosen: AlertRow['state'] | null
  readonly onChoose: (state: AlertRow['state'] | null) => void
}

function Filtered({ alerts, isAllPaused, chosen, onChoose }: FilteredProps) {
  const shown = chosen === null ? alerts : alerts.filter((alert) => shownState(alert, isAllPaused) === chosen)
  return (
    <>
      <StateFilter alerts={alerts} isAllPaused={isAllPaused} chosen={chosen} onChoose={onChoose} />
      {shown.length === 0 ? (
        <p className="p-4 text-13 text-ink-2">{noAlertInState(stateLabels[chosen ?? 'active'].toLowerCase())}</p>
      ) : (
        <AlertTable key={chosen} alerts={shown} isAllPaused={isAllPaused} />
      )}
      <p className="p-3 text-11 text-ink-2 max-sm:hidden">
        Arrows move from alert to alert, Enter edits, P pauses or activates, Delete deletes.
      </p>
    </>
  )
}

function StateFilter({ alerts, isAllPaused, chosen, onChoose }: FilteredProps) {
  return (
    <fieldset className="alert-filter">
      <legend className="sr-only">Show alerts that are</legend>
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
            {state === null ? 'All' : stateLabels[state]}{' '}
            <span translate="no" className="num text-ink-2">
              {count}
            </span>
          </button>
        )
      })}
      {isAllPaused && <p className="alert-resting">All alerts are paused. None fires until you resume them.</p>}
    </fieldset>
  )
}

const NoAlerts = ({ onNew }: AlertListProps) => (
  <EmptyState
    icon={<BellPlus size={28} aria-hidden="true" />}
    title="No alerts yet"
    action={
      <Button variant="primary" data-first-alert="" onClick={onNew}>
        New alert
      </Button>
    }
  >
    Set an alert on price, change, volume, volatility, forecast, orders or positions. Use New alert, a chart’s menu, or Shift+N on any coin.
  </EmptyState>
)

const noAlertInState = (text: string) => `No alert is ${text} now.`
