import type { TripDetail, TripRow } from '@aerie/wire/journal/journal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '../../lib/http/query-client.ts'
import { journalCalls } from './journal-calls.ts'
import { type Journal, journalOf, rowsOf, withWords } from './trips.ts'

const KEY = ['journal'] as const
const TRIPS = [...KEY, 'trips'] as const

/** Most pages of one reading: 2,000,000 trips. A server that never ends its list ends here. */
const MOST_PAGES = 100

const tripsQuery = queryOptions({
  queryKey: TRIPS,
  queryFn: ({ signal }) => readTrips(signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads page after page; what has come is shown meanwhile, the first time. */
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

/** All round trips of the user. */
export const useJournal = () => useQuery(tripsQuery, queryClient)

const tripQuery = (id: string) =>
  queryOptions({ queryKey: [...KEY, 'trip', id] as const, queryFn: ({ signal }) => journalCalls.trip(id, { signal }), staleTime: 10_000 })

/** One trip with everything that is known of it. */
export const useTrip = (id: string) => useQuery(tripQuery(id), queryClient)

/** What the statistics are asked for; parts that are null are not asked. */
export type StatisticsQuery = Readonly<Record<'from' | 'to' | 'symbol' | 'side' | 'tag' | 'origin' | 'capital', string | null>>

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The figures of a part of the journal, in the user's zone. */
export const useStatistics = (query: StatisticsQuery) =>
  useQuery(
    {
      queryKey: [...KEY, 'statistics', query] as const,
      queryFn: ({ signal }) => journalCalls.statistics({ ...query, zone: ZONE }, { signal }),
      staleTime: 10_000,
    },
    queryClient,
  )

/** Puts a trip everywhere that shows it. A reading of it that is on its way is older, whenever it comes: it is given up. */
export function putTrip(trip: TripDetail): void {
  const { queryKey } = tripQuery(trip.id)
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, trip)
  queryClient.setQueryData<Journal>(TRIPS, (journal) => journal && withWords(journal, trip))
}

/** The change of a trip has come to its end: what was being read meanwhile may be from before it, and is read again. */
export function readAfterChange(): void {
  if (queryClient.isFetching({ queryKey: TRIPS }) > 0) void queryClient.invalidateQueries({ queryKey: TRIPS })
  // Groups by tag are other groups now.
  void queryClient.invalidateQueries({ queryKey: [...KEY, 'statistics'] })
}

/** Where it is not known what the server has of a trip. */
export const readTripAgain = (id: string): void => void queryClient.invalidateQueries({ queryKey: tripQuery(id).queryKey })

/** After an import, or when a position was opened or closed elsewhere: everything is read again. */
export const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: KEY })
