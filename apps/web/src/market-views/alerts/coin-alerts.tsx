import './coin-alerts.css'
import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { useQuery } from '@tanstack/react-query'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { pauseAlert, removeAlert } from '../../alerts/alert-commands.ts'
import { alertSummaryQuery, alertsQuery } from '../../alerts/alert-queries.ts'
import { askForAlert, editAlert } from '../../alerts/ask-for-alert.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { QueryNotice } from '../../ui/states/query-view.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { momentText } from '../forecast/forecast-text.ts'

const STATES: Readonly<Record<AlertRow['state'], string>> = {
  active: 'Active',
  paused: 'Paused',
  done: 'Fired',
  expired: 'Expired',
}
const ORDER: readonly AlertRow['state'][] = ['active', 'paused', 'done', 'expired']

export function CoinAlerts({ symbol }: { readonly symbol: string }) {
  const query = useQuery(alertsQuery, queryClient)
  const { data, error } = query
  const { data: summary } = useQuery(alertSummaryQuery, queryClient)
  const own = data?.filter((alert) => alert.symbol === symbol).toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  return (
    <div className="coin-alerts">
      {own === undefined && error === null && (
        <div role="status" aria-label="Loading your alerts" className="flex w-full flex-col gap-2">
          <SkeletonRows count={2} />
        </div>
      )}
      <QueryNotice query={query} text="Your alerts could not be loaded." role="alert" />
      {own?.length === 0 && (
        <p className="text-12 text-ink-2">{`No alerts on ${symbol} yet. Price alerts appear on the chart, where you can drag them.`}</p>
      )}
      {own !== undefined && own.length > 0 && (
        <ul aria-label={`Alerts on ${symbol}`}>
          {own.map((alert) => (
            <CoinAlert key={alert.id} alert={alert} isAllPaused={summary?.is_paused ?? false} />
          ))}
        </ul>
      )}
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

function CoinAlert({ alert, isAllPaused }: { readonly alert: AlertRow; readonly isAllPaused: boolean }) {
  const { title, state, fired_at } = alert
  const isActive = state === 'active'
  return (
    <li>
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
  const newAlert = button.closest('.coin-alerts')?.querySelector<HTMLElement>(':scope > div button')
  const next = inEntry ?? newAlert
  next?.focus()
}
