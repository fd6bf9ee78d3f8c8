import { getStatistics, listJournalAccounts } from '@aerie/wire/journal/journal-statistics'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

/** Half-open interval, ISO 8601. */
export type StatisticsQuery = { readonly from: string; readonly to: string }

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
