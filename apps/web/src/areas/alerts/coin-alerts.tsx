import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { queryClient } from '../../platform/api/query-client.ts'
import { momentText } from '../../platform/format/market-text.ts'
import { Button, ButtonLink, IconButton } from '../../ui/controls/button.tsx'
import { QueryView } from '../../ui/states/query-view.tsx'
import { pauseAlert, removeAlert } from './alert-commands.ts'
import { alertSummaryQuery, alertsQuery } from './alert-queries.ts'
import { askForAlert, editAlert } from './ask-for-alert.ts'

const STATES: Readonly<Record<AlertRow['state'], string>> = {
  active: 'Active',
  paused: 'Paused',
  done: 'Fired',
  expired: 'Expired',
}
const ORDER: readonly AlertRow['state'][] = ['active', 'paused', 'done', 'expired']

export function CoinAlerts({ symbol }: { readonly symbol: string }) {
  const query = useQuery({ ...alertsQuery, select: (alerts) => alertsOf(alerts, symbol) }, queryClient)
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  return (
    <div data-coin-alerts="" className="flex flex-col items-start gap-3 p-3">
      <QueryView
        query={query}
        loading="Loading your alerts"
        failed="Your alerts could not be loaded"
        stale="Your alerts could not be loaded."
        isCompact
        rowClassName="h-4 w-full"
        className="w-full"
        empty={
          <p className="text-12 text-ink-2">{`No alerts on ${symbol} yet. Price alerts appear on the chart, where you can drag them.`}</p>
        }
      >
        {(own) => (
          <ul aria-label={`Alerts on ${symbol}`} className="w-full divide-y divide-line">
            {own.map((alert) => (
              <CoinAlert key={alert.id} alert={alert} isAllPaused={summary?.is_paused ?? false} />
            ))}
          </ul>
        )}
      </QueryView>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => askForAlert({ symbol })}>
          New alert
        </Button>
        <ButtonLink size="sm" variant="ghost" to="/tradealerts">
          Trade Alerts
        </ButtonLink>
      </div>
    </div>
  )
}

const alertsOf = (alerts: readonly AlertRow[], symbol: string): AlertRow[] =>
  alerts.filter((alert) => alert.symbol === symbol).toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))

function CoinAlert({ alert, isAllPaused }: { readonly alert: AlertRow; readonly isAllPaused: boolean }) {
  const { title, state, fired_at } = alert
  const isActive = state === 'active'
  return (
    <li className="flex min-h-10 items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="num block text-13 text-ink-1">{title}</span>
        <span className="num block text-11 text-ink-2">
          {isAllPaused && isActive ? 'Paused: all alerts are' : STATES[state]}
          {fired_at !== null && `, last ${momentText(Date.parse(fired_at))}`}
        </span>
      </span>
      <span className="flex flex-none">
        <IconButton label={`Edit: ${title}`} onClick={() => editAlert(alert)}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
        <IconButton label={`${isActive ? 'Pause' : 'Activate'}: ${title}`} onClick={() => void pauseAlert(alert, isActive)}>
          {isActive ? <Pause size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />}
        </IconButton>
        <IconButton
          label={`Delete: ${title}`}
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget)
            void removeAlert(alert)
          }}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  )
}

/** The entry and its button disappear: focuses the same button of a neighbour, else the one that adds an entry. */
function focusBeside(button: HTMLElement): void {
  const entry = button.closest('li')
  const beside = entry?.nextElementSibling ?? entry?.previousElementSibling
  const inEntry = [...(beside?.querySelectorAll('button') ?? [])].at(-1)
  const newAlert = button.closest('[data-coin-alerts]')?.querySelector<HTMLElement>(':scope > div:last-child button')
  const next = inEntry ?? newAlert
  next?.focus()
}
