import type { TripDetail, TripRow } from '@aerie/wire/journal/journal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../platform/api/query-client.ts'
import { journalCalls, type StatisticsQuery } from './journal-calls.ts'
import { type Journal, journalOf, rowsOf, withAnnotations } from './trips.ts'

const KEY = ['journal'] as const
const TRIPS = [...KEY, 'trips'] as const

/** Guard against a server that never ends its list: 2,000,000 trips. */
const MOST_PAGES = 100

const tripsQuery = queryOptions({
  queryKey: TRIPS,
  queryFn: ({ signal }) => readTrips(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Shows partial results during the first load. */
async function readTrips(signal: AbortSignal): Promise<Journal> {
  const isFirst = queryClient.getQueryData(TRIPS) === undefined
  const trips: TripRow[] = []
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { data, next, total }: Awaited<ReturnType<typeof journalCalls.columns>> = await journalCalls.columns(cursor, { signal })
    for (const row of rowsOf(data)) trips.push(row)
    if (next === null) return journalOf(trips, total)
    if (isFirst) queryClient.setQueryData(TRIPS, journalOf([...trips], total))
    cursor = next
  }
  return journalOf(trips, trips.length)
}

export const useJournal = () => useQuery(tripsQuery, queryClient)

const tripQuery = (id: string) =>
  queryOptions({ queryKey: [...KEY, 'trip', id] as const, queryFn: ({ signal }) => journalCalls.trip(id, { signal }), staleTime: 10_000 })

export const useTrip = (id: string) => useQuery(tripQuery(id), queryClient)

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

export const useStatistics = (query: StatisticsQuery, enabled = true) =>
  useQuery(
    {
      queryKey: [...KEY, 'statistics', query] as const,
      queryFn: ({ signal }) => journalCalls.statistics({ ...query, zone: ZONE }, { signal }),
      enabled,
      staleTime: 10_000,
    },
    queryClient,
  )

export const useAccounts = () =>
  useQuery(
    { queryKey: [...KEY, 'accounts'] as const, queryFn: ({ signal }) => journalCalls.accounts({ signal }), staleTime: 10_000 },
    queryClient,
  )

/** Updates a trip in every cache and cancels pending fetches, whose data is older. */
export function cacheTrip(trip: TripDetail): void {
  const { queryKey } = tripQuery(trip.id)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, trip)
  queryClient.setQueryData<Journal>(TRIPS, (journal) => journal && withAnnotations(journal, trip))
}

/** Refetches whatever was loading during the change, since it may be outdated. */
export function readAfterChange(): void {
  if (queryClient.isFetching({ queryKey: TRIPS }) > 0) void queryClient.invalidateQueries({ queryKey: TRIPS })
  // Tag groups have changed.
  void queryClient.invalidateQueries({ queryKey: [...KEY, 'statistics'] })
}

/** For when the server's state of a trip is unknown. */
export const readTripAgain = (id: string): void => void queryClient.invalidateQueries({ queryKey: tripQuery(id).queryKey })

/** After an import, or when a position was opened or closed elsewhere. */
export const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: KEY })
