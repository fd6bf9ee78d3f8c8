import { MINUTE_MS } from '@aerie/core/time'
import { every } from '@aerie/runtime/ticker'
import { getStatistics, listJournalAccounts } from '@aerie/wire/journal/journal-statistics'
import { queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../../platform/api/api.ts'

/** Half-open interval, ISO 8601. */
type StatisticsQuery = { readonly from: string; readonly to: string }

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const reviewQuery = ({ from, to }: StatisticsQuery) =>
  queryOptions({
    queryKey: ['journal', 'review', from, to] as const,
    queryFn: ({ signal }) => api(getStatistics, { query: { from, to, zone: ZONE }, signal }),
    staleTime: 60_000,
  })

export const accountsQuery = queryOptions({
  queryKey: ['journal', 'traded'] as const,
  queryFn: ({ signal }) => api(listJournalAccounts, { signal }),
  staleTime: 10_000,
})

export function yesterdayOf(now: number): StatisticsQuery & { readonly day: string } {
  const today = new Date(now)
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const end = new Date(today.getFullYear(), today.getMonth(), today.getDate())
  const day = `${start.getFullYear()}-${String(start.getMonth() + 1).padStart(2, '0')}-${String(start.getDate()).padStart(2, '0')}`
  return { from: start.toISOString(), to: end.toISOString(), day }
}

const startOfDay = (): number => new Date().setHours(0, 0, 0, 0)

/** Start of today in the user's zone, epoch ms; updates shortly after midnight. */
export const useToday = (): number => useSyncExternalStore((onChange) => every(MINUTE_MS, onChange), startOfDay)
