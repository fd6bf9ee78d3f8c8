import { ALERT_STATES, type AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { BellPlus, Pause, Play, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { queryClient } from '../../../platform/api/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryView } from '../../../ui/states/query-view.tsx'
import { pauseAlerts, removeAlerts } from '../alert-commands.ts'
import { alertSummaryQuery, alertsQuery } from '../alert-queries.ts'
import { shownState } from '../alert-text.ts'
import { stateLabels } from '../messages.ts'
import { AlertTable } from './alert-table.tsx'

type AlertListProps = { readonly onNew: () => void; readonly isNew: boolean }

export function AlertList(props: AlertListProps) {
  const query = useQuery(alertsQuery, queryClient)
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  const [params, setParams] = useSearchParams()
  const filter: ListFilter = {
    state: ALERT_STATES.find((state) => state === params.get('state')) ?? null,
    coin: params.get('coin') ?? '',
    search: params.get('q') ?? '',
  }
  const change = ({ state, coin, search }: ListFilter) =>
    setParams(
      (now) => {
        for (const [name, value] of Object.entries({ state: state ?? '', coin, q: search })) {
          if (value === '') now.delete(name)
          else now.set(name, value)
        }
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
      rowClassName="h-[calc(var(--alert-row)-8px)] w-full"
      className="p-3"
      empty={<NoAlerts {...props} />}
    >
      {(alerts) => <Filtered alerts={alerts} isAllPaused={isAllPaused} filter={filter} onFilter={change} />}
    </QueryView>
  )
}

type ListFilter = { readonly state: AlertRow['state'] | null; readonly coin: string; readonly search: string }

type FilteredProps = {
  readonly alerts: readonly AlertRow[]
  readonly isAllPaused: boolean
  readonly filter: ListFilter
  readonly onFilter: (filter: ListFilter) => void
}

const CHIP = 'min-h-7 rounded-md border px-1.5 font-medium text-12 hover:bg-surface-3 min-[56rem]:px-2.5 pointer-coarse:min-h-11'
const FIND =
  'min-h-7 rounded-md border border-line-input bg-surface-0 px-2 text-12 text-ink-1 max-[56rem]:min-w-24 max-[56rem]:flex-1 min-[56rem]:w-32 pointer-coarse:min-h-11'

function Filtered({ alerts, isAllPaused, filter, onFilter }: FilteredProps) {
  const found = alerts.filter((alert) => isFound(alert, filter))
  const shown = filter.state === null ? found : found.filter((alert) => shownState(alert, isAllPaused) === filter.state)
  const isNarrowed = filter.coin !== '' || filter.search !== ''
  return (
    <>
      <StateFilter alerts={found} isAllPaused={isAllPaused} filter={filter} onFilter={onFilter}>
        <input
          type="search"
          aria-label="Search alerts"
          placeholder="Search"
          className={FIND}
          value={filter.search}
          onChange={({ target }) => onFilter({ ...filter, search: target.value })}
        />
        <Select
          aria-label="Coin"
          className={FIND}
          value={filter.coin}
          options={[['', 'All coins'], ...coinsOf(alerts, filter.coin).map((coin) => [coin, coin] as const)]}
          onChange={(coin) => onFilter({ ...filter, coin })}
        />
        <ShownMenu alerts={shown} />
      </StateFilter>
      {shown.length === 0 ? (
        <p className="p-4 text-13 text-ink-2">
          {isNarrowed ? 'No alert matches.' : noAlertInState(stateLabels[filter.state ?? 'active'].toLowerCase())}
        </p>
      ) : (
        <AlertTable key={filter.state} alerts={shown} isAllPaused={isAllPaused} />
      )}
      <p className="p-3 text-11 text-ink-2 max-sm:hidden">
        Arrows move from alert to alert, Enter edits, P pauses or activates, Delete deletes.
      </p>
    </>
  )
}

/** The title or note contains each word; of the coin, if one is chosen. */
function isFound({ title, note = '', symbol }: AlertRow, { coin, search }: ListFilter): boolean {
  const text = `${title} ${note}`.toLowerCase()
  const words = search.toLowerCase().split(/\s+/)
  return (coin === '' || symbol === coin) && words.every((word) => text.includes(word))
}

const coinsOf = (alerts: readonly AlertRow[], chosen: string): readonly string[] =>
  [...new Set([...alerts.flatMap(({ symbol }) => symbol ?? []), ...(chosen === '' ? [] : [chosen])])].toSorted()

/** Changes all alerts that the filters show. */
function ShownMenu({ alerts }: { readonly alerts: readonly AlertRow[] }) {
  const active = alerts.filter(({ state }) => state === 'active')
  const others = alerts.filter(({ state }) => state !== 'active')
  const items: readonly MenuItem[] = [
    ...(active.length === 0
      ? []
      : [{ id: 'pause', label: `Pause ${active.length}`, icon: <Pause size={16} />, onSelect: () => void pauseAlerts(active, true) }]),
    ...(others.length === 0
      ? []
      : [
          { id: 'activate', label: `Activate ${others.length}`, icon: <Play size={16} />, onSelect: () => void pauseAlerts(others, false) },
        ]),
    { id: 'delete', label: `Delete ${alerts.length}`, icon: <Trash2 size={16} />, onSelect: () => void removeAlerts(alerts) },
  ]
  return alerts.length < 2 ? null : (
    <Menu
      label="Change the alerts shown"
      items={items}
      trigger={(props) => (
        <button type="button" {...props} className={`${CHIP} num border-transparent text-ink-2`}>
          {`Change all ${alerts.length}`}
        </button>
      )}
    />
  )
}

function StateFilter({ alerts, isAllPaused, filter, onFilter, children }: FilteredProps & { readonly children: ReactNode }) {
  const chosen = filter.state
  return (
    <fieldset className="flex flex-wrap gap-0.5 border-line border-b p-2 min-[56rem]:gap-1 min-[56rem]:px-3">
      <legend className="sr-only">Show alerts that are</legend>
      {[null, ...ALERT_STATES].map((state) => {
        const count = state === null ? alerts.length : alerts.filter((alert) => shownState(alert, isAllPaused) === state).length
        return (
          <button
            key={state ?? 'all'}
            type="button"
            aria-pressed={chosen === state}
            data-focus-instead={chosen === state || undefined}
            onClick={() => onFilter({ ...filter, state })}
            className={cx(CHIP, chosen === state ? 'border-line-strong bg-surface-3 text-ink-1' : 'border-transparent text-ink-2')}
          >
            {state === null ? 'All' : stateLabels[state]}{' '}
            <span translate="no" className="num text-ink-2">
              {count}
            </span>
          </button>
        )
      })}
      <div className="ml-auto flex flex-wrap gap-1 max-[56rem]:ml-0 max-[56rem]:w-full">{children}</div>
      {/* On a phone each alert shows it. */}
      {isAllPaused && (
        <p className="ml-auto self-center text-12 text-warning max-sm:hidden">All alerts are paused. None fires until you resume them.</p>
      )}
    </fieldset>
  )
}

const NoAlerts = ({ onNew, isNew }: AlertListProps) => (
  <EmptyState
    icon={<BellPlus size={28} aria-hidden="true" />}
    title="No alerts yet"
    example={{
      heads: ['Alert', 'Away', 'Sent by'],
      rows: [
        ['SOL above 200', '+4.20%', 'App, E-mail'],
        ['ETH falls 5% within 1 hour', '', 'App'],
        ['A position is within 10% of liquidation', '', 'Browser push'],
      ],
    }}
    action={
      <Button variant={isNew ? 'secondary' : 'primary'} data-focus-instead="" onClick={onNew}>
        New alert
      </Button>
    }
  >
    Set an alert on price, change, volume, volatility, forecast, orders or positions. Use New alert, a chart’s menu, or Shift+N on any coin.
  </EmptyState>
)

const noAlertInState = (text: string) => `No alert is ${text} now.`
