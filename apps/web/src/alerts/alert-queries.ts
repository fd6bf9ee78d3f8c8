import type { AlertRow } from '@aerie/wire/alerts/alert-rows'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../lib/http/query-client.ts'
import { alertCalls } from './alert-calls.ts'

/** All alerts of the user, newest first. Read again when a notice says so. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts', 'list'] as const,
  queryFn: ({ signal }) => alertCalls.all({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** How many there are, may be, and are unread. */
export const alertSummaryQuery = queryOptions({
  queryKey: ['alerts', 'summary'] as const,
  queryFn: ({ signal }) => alertCalls.summary({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Changes the list at once, as the server will tell it in a moment. @returns how to put it back as it was */
export function patchAlerts(change: (alerts: readonly AlertRow[]) => readonly AlertRow[]): () => void {
  const before = queryClient.getQueryData(alertsQuery.queryKey)
  if (before === undefined) return () => undefined
  queryClient.setQueryData(alertsQuery.queryKey, change(before))
  return () => queryClient.setQueryData(alertsQuery.queryKey, before)
}

/** Puts an alert as the server answered it into the list: in its place, or first. */
export const takeAlert = (alert: AlertRow): void =>
  void patchAlerts((alerts) =>
    alerts.some(({ id }) => id === alert.id) ? alerts.map((each) => (each.id === alert.id ? alert : each)) : [alert, ...alerts],
  )

/** Has everything under these names read again: what is on show at once. */
export function refetch(...keys: ReadonlyArray<readonly [area: 'alerts' | 'deliveries', part?: string]>): void {
  for (const queryKey of keys)
    queryClient
      .invalidateQueries({ queryKey })
      .catch((error: unknown) => console.warn(`${queryKey.join(' ')} could not be read again.`, error))
}
